import Escaping
import Trace

/// A report to hand to whoever signs off: one file that opens from a disk and asks nobody for anything.
public struct RehearsalPage {
  private let report: RehearsalReport
  private let pages: SeenPages
  /// The theme's custom properties.
  private let tokens: String
  private let date: String
  private let command: String

  /// Stands in every report, so that one is never written over something else.
  public static let mark = "<meta name=\"generator\" content=\"interlude rehearse\">"

  /// - Parameters:
  ///   - tokens: the theme's style sheet of colours and sizes.
  ///   - date: when it was played, as a person reads it.
  ///   - command: what plays it again.
  public init(_ report: RehearsalReport, tokens: String, date: String, command: String) {
    (self.report, self.tokens, self.date, self.command) = (report, tokens, date, command)
    pages = SeenPages(report.rows)
  }

  public var html: String {
    let policy =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      \(Self.mark)
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>Rehearsal of \(HTML(text: TerminalText.harmless(report.config)).markup)</title>
      <style>
      \(tokens)
      \(Self.style)
      </style>
      </head>
      <body>
      <header>
      <p class="kind">Rehearsal of an outage</p>
      <h1>\(ReportText.safe(report.config))</h1>
      <p class="verdict \(report.isFine ? "good" : "bad")">\(ReportText.safe(report.summary))</p>
      \(facts)
      </header>
      <main>
      \(overview)
      \(differences)
      \(made)
      \(places)
      <section><h2>The pages as they were seen</h2>
      \(pages.all.isEmpty ? "<p>No answer had a body.</p>" : pages.all.map(\.html).joined())
      </section>
      </main>
      </body>
      </html>

      """
  }

  private var facts: String {
    let facts = [("Proxy", report.program), ("Played", date), ("Again", command)]
    return "<dl>"
      + facts.map {
        "<div><dt>\($0)</dt><dd>\($0 == "Again" ? "<code>\(ReportText.safe($1))</code>" : ReportText.safe($1))</dd></div>"
      }.joined() + "</dl>"
  }

  private var titles: [String] {
    var titles: [String] = []
    for row in report.rows where !titles.contains(row.title) { titles.append(row.title) }
    return titles
  }

  private func anchor(_ title: String) -> String { "place-\((titles.firstIndex(of: title) ?? 0) + 1)" }

  /// What a browser got, place by failure.
  private var overview: String {
    var failures: [String] = []
    for row in report.rows where !failures.contains(row.trouble.name) { failures.append(row.trouble.name) }
    let browsers = report.rows.filter { $0.caller == .browser }
    let head = failures.map { "<th scope=\"col\">\(ReportText.safe($0))</th>" }.joined()
    let rows = titles.map { title in
      let cells = failures.map { name in
        guard let row = browsers.first(where: { $0.title == title && $0.trouble.name == name }) else {
          return "<td></td>"
        }
        let others = report.rows.filter { $0.title == title && $0.trouble.name == name }
        let look =
          others.contains { !$0.agrees }
          ? "differs" : others.contains(where: \.isBare) ? "bare" : row.predicted == nil ? "unknown" : "agrees"
        return
          "<td class=\"\(look)\">\(row.seen.status == 0 ? "none" : String(row.seen.status))<span> \(look)</span></td>"
      }
      return
        "<tr><th scope=\"row\"><a href=\"#\(anchor(title))\">\(ReportText.safe(title))</a></th>\(cells.joined())</tr>"
    }
    return """
      <section><h2>At a glance</h2>
      <p>The status that a browser got. <b class="agrees">As predicted</b>, <b class="unknown">no prediction</b>, \
      <b class="bare">an outage without a page of yours</b>, <b class="differs">another answer than predicted</b>, for one of the callers \
      at least.</p>
      <div class="wide" tabindex="0"><table><thead><tr><td></td>\(head)</tr></thead><tbody>\(rows.joined(separator: "\n"))</tbody></table></div>
      </section>
      """
  }

  private var differences: String {
    let different = report.rows.filter { !$0.agrees }
    guard !different.isEmpty else { return "" }
    let items = different.map { row in
      "<li>\(ReportText.safe(row.title)), \(ReportText.safe(row.label)): \(ReportText.safe(row.difference ?? ""))<br><code>\(ReportText.safe(row.command(report.config)))</code></li>"
    }
    return "<section><h2>What differs</h2><ul>\(items.joined(separator: "\n"))</ul></section>"
  }

  private var made: String {
    guard !report.made.isEmpty else { return "" }
    let items = report.made.map { "<li>\(ReportText.safe($0))</li>" }
    return
      "<section><h2>What was made up, left out or shortened</h2><ul>\(items.joined(separator: "\n"))</ul></section>"
  }

  private var places: String {
    titles.map { title in
      let rows = report.rows.filter { $0.title == title }.map(row)
      return """
        <section id="\(anchor(title))"><h2>\(ReportText.safe(title))</h2>
        <div class="wide" tabindex="0"><table class="answers"><thead><tr><th scope="col">Failure</th><th scope="col">Caller</th>\
        <th scope="col">Seen</th><th scope="col">Predicted</th><th scope="col">Agrees</th><th scope="col">Seconds</th></tr></thead>
        <tbody>\(rows.joined(separator: "\n"))</tbody></table></div>
        </section>
        """
    }.joined(separator: "\n")
  }

  private func row(_ row: RehearsedRow) -> String {
    let look = !row.agrees ? "differs" : row.isBare ? "bare" : row.predicted == nil ? "unknown" : "agrees"
    let link = pages.number(of: row).map { " <a href=\"#page-\($0)\">page \($0)</a>" } ?? ""
    let words = ["agrees": "yes", "differs": "no", "bare": "yes, but bare", "unknown": "not known"][look] ?? ""
    return """
      <tr class="\(look)"><td>\(ReportText.safe(row.trouble.name))</td><td>\(row.caller.rawValue)</td>\
      <td>\(ReportText.safe(row.seenWords))\(link)</td><td>\(ReportText.safe(row.predictedAnswer))</td><td class="mark">\(words)</td>\
      <td class="number">\(row.seconds)</td></tr>
      """
  }

  private static let style = """
    :root{color-scheme:light dark;--good:#1b6e3c;--bad:#a3201f;--warn:#7a5200;--accent:#0b6e6e}
    @media screen and (prefers-color-scheme:dark){:root{--good:#6fce93;--bad:#ff9a8f;--warn:#e8bd5c;--accent:#6cc6c4}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:80rem;padding:var(--space-3) clamp(.75rem,4vw,2.5rem) var(--space-5);background:var(--paper);\
    color:var(--ink);font:var(--size-text)/var(--leading) var(--sans);overflow-wrap:break-word}
    header,section{background:var(--card);border-radius:.5rem;padding:clamp(1rem,3vw,2rem);margin-block:0 var(--space-3)}
    h1{font:400 var(--size-2)/var(--leading-tight) var(--serif);margin:0;overflow-wrap:anywhere}
    h2{font:400 var(--size-3)/1.25 var(--serif);margin:0 0 var(--space-2)}
    p{margin:0 0 var(--space-2)}
    a{color:var(--accent)}
    :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
    .kind{color:var(--quiet);font-size:var(--size-small)}
    .verdict{font-size:var(--size-lead);margin-block:var(--space-2);padding-inline-start:var(--space-2);border-inline-start:.25rem solid}
    .verdict.good{border-color:var(--good)}.verdict.bad{border-color:var(--bad)}
    dl{display:grid;gap:var(--space-1);margin:0}
    dl div{display:flex;flex-wrap:wrap;gap:0 var(--space-2)}
    dt{color:var(--quiet);min-width:4rem}dd{margin:0;min-width:0;flex:1 1 16rem;overflow-wrap:anywhere}
    code,pre{font:var(--size-small)/1.5 var(--mono)}
    ul{margin:0;padding-inline-start:1.25rem}li{overflow-wrap:anywhere}
    .wide{overflow-x:auto}
    table{border-collapse:collapse;width:100%;font-size:var(--size-small)}
    th,td{text-align:start;vertical-align:top;padding:.375rem .625rem;border-bottom:1px solid var(--rule)}
    thead th{color:var(--quiet);font-weight:600;white-space:nowrap}
    tbody th{font-weight:400;min-width:12rem}
    .number{text-align:end;font-variant-numeric:tabular-nums}
    td.agrees,tr.agrees .mark,b.agrees{color:var(--good)}
    td.differs,tr.differs .mark,b.differs{color:var(--bad);font-weight:700}
    td.bare,tr.bare .mark,b.bare{color:var(--warn);font-weight:700}
    td.unknown,tr.unknown .mark,b.unknown{color:var(--quiet)}
    td span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    b{font-weight:600}
    figure{margin:var(--space-3) 0}
    figcaption{margin-bottom:var(--space-1);font-size:var(--size-small)}
    iframe{display:block;width:100%;height:26rem;border:1px solid var(--edge);border-radius:.25rem;background:#fff}
    pre{margin:0;padding:var(--space-2);max-height:26rem;overflow:auto;background:var(--shade);white-space:pre-wrap;overflow-wrap:anywhere}
    details{margin-top:var(--space-1);font-size:var(--size-small)}
    :target{scroll-margin-top:var(--space-2)}
    @media (max-width:40rem){table.answers thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    table.answers tr{display:block;padding-block:var(--space-1);border-bottom:1px solid var(--rule)}
    table.answers td{display:inline-block;border:0;padding:0 .5rem 0 0}
    table.answers td:first-child{font-weight:600}table.answers td:nth-child(3){display:block}
    table.answers td:nth-child(4)::before{content:"predicted: ";color:var(--quiet)}table.answers .number::after{content:" s"}}
    @media print{body{max-width:none;padding:0;font-size:9pt}header,section{padding:0;background:none}
    .wide,pre{overflow:visible;max-height:none}figure,tr{break-inside:avoid}details{display:none}a{color:inherit}}
    """
}
