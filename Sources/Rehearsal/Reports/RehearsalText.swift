import Escaping
import Trace

extension RehearsalReport {
  /// A table for a person: for every place what came back for a browser, and what other callers got differently.
  public func text(isColored: Bool) -> String {
    var lines: [String] = []
    var titles: [String] = []
    for row in rows where !titles.contains(row.title) { titles.append(row.title) }
    for title in titles {
      lines.append(title)
      let own = rows.filter { $0.title == title }
      let shown = own.filter { row in row.caller == .browser || !row.agrees || differs(row, own) }
      let cells = shown.map { [$0.label, $0.seenWords, $0.predictedWords, $0.timeWords] }
      let widths = (0..<3).map { column in cells.map { $0[column].count }.max() ?? 0 }
      for (row, cell) in zip(shown, cells) {
        let padded = zip(cell, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) } + [cell[3]]
        var line = "  " + padded.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        line = TerminalText.harmless(line)
        let color = !row.agrees ? "31" : row.isBare ? "33" : nil
        lines.append(isColored && color != nil ? "\u{1B}[\(color ?? "0")m\(line)\u{1B}[0m" : line)
      }
      lines.append("")
    }
    lines.append(TerminalText.harmless("with: \(program)"))
    for note in made { lines.append(TerminalText.harmless("note: \(note)")) }
    lines.append("")
    let different = rows.filter { !$0.agrees }
    for row in different.prefix(Self.most) {
      lines.append(TerminalText.harmless("differs: \(row.title), \(row.label): \(row.difference ?? "")"))
      lines.append("  repeat the prediction: " + TerminalText.harmless(row.command(config)))
    }
    if different.count > Self.most {
      lines.append("and \(different.count - Self.most) more that differ; --format json has every request")
    }
    lines.append(summary)
    return lines.joined(separator: "\n") + "\n"
  }

  /// `caddy 2.6.2 (/usr/bin/caddy); predictions are for 2.6`.
  var program: String {
    let predicted = predictedAs.flatMap { $0 == release ? nil : "; predictions are for \($0)" } ?? ""
    return "\(proxy)\(release.map { " \($0)" } ?? "") (\(binary))\(predicted)"
  }

  /// More differences are not told one by one.
  private static let most = 10

  private func differs(_ row: RehearsedRow, _ others: [RehearsedRow]) -> Bool {
    if row.caller == .stranger { return true }
    guard row.caller != .head, let browser = others.first(where: { $0.caller == .browser && $0.trouble == row.trouble })
    else { return false }
    return browser.seenWords != row.seenWords
  }

  /// "All 44 answers are as predicted, and every outage shows a page of yours."
  var summary: String {
    var parts: [String] = []
    let unknown = rows.count - predicted
    let told = predicted - rows.count { $0.predicted != nil && !$0.agrees }
    if predicted > 0 { parts.append("\(told) of \(predicted) answers are as predicted") }
    if unknown > 0 { parts.append("\(unknown) had no prediction") }
    parts.append(
      bare.isEmpty ? "every outage shows a page of yours" : "in \(bare.count) an outage shows no page of yours")
    let text = parts.joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}

extension RehearsedRow {
  var label: String {
    let who =
      switch caller {
      case .browser: ""
      case .api: ", asked for JSON"
      case .returning: ", with a copy in the cache"
      case .head: ", HEAD"
      case .stranger: ", without a password"
      }
    return trouble.name + who
  }

  var seenWords: String {
    if let obstacle = seen.obstacle { return obstacle }
    let what =
      switch body {
      case .file(let path): path
      case .upstream: "the application's own"
      case .redirect: "to \(seen.header("location") ?? "")"
      case .builtin: "the proxy's own page"
      case .none: caller == .head ? "" : "empty"
      case .other: "a text"
      }
    guard seen.status == 0 else { return "\(seen.status) \(what)" }
    return seen.body.isEmpty ? "no answer" : "bytes without a status"
  }

  fileprivate var predictedWords: String {
    guard let predicted else { return "no prediction" }
    if agrees { return isBare ? "as predicted, bare" : "as predicted" }
    return "predicted: \(predicted.statusText) \(predicted.body.kind)"
  }

  /// "502 /var/www/error-pages/502.html", whatever came back; nil without a prediction.
  var predictedAnswer: String {
    guard let predicted else { return "" }
    if predicted.wait == .endless { return "no answer in the end" }
    if case .file(let path) = predicted.body { return "\(predicted.statusText) \(path)" }
    return "\(predicted.statusText) \(predicted.body.kind)"
  }

  /// Until the answer had come, to a tenth.
  var seconds: Double { (seen.seconds * 10).rounded() / 10 }

  /// Shown where somebody would notice.
  fileprivate var timeWords: String {
    let tenths = seconds
    return tenths < 0.5 ? "" : "\(tenths) s"
  }

  func command(_ config: String) -> String {
    ShellText.line(["interlude", "trace", config] + question.arguments)
  }
}
