internal import Content
internal import Escaping

/// A summary for a person at a terminal.
public struct SummaryText {
  let base: String?
  let color: Bool
  /// The terminal's columns.
  let width: Int

  /// `base` is the help site's address; without it articles are paths from the site's root.
  public init(base: String?, color: Bool, width: Int = 80) {
    self.base = base
    self.color = color
    self.width = min(max(width, 40), 120)
  }

  public func render(_ summary: Summary, of explainer: Explainer) -> String {
    var text = heading(summary, explainer)
    let found = summary.found
    if let span = summary.timeline.usualSpan(), !found.isEmpty { text += axis(summary.timeline, span) }
    for group in found { text += render(group, summary) }
    let unexplained = explainer.unexplained.sorted { $0.key < $1.key }
    if !unexplained.isEmpty {
      let list = unexplained.map { "\($0.key) × \($0.value)" }.joined(separator: ", ")
      text += "\nError answers in access logs, whose cause stands in another log: \(list)\n"
    }
    return text
  }

  private func heading(_ summary: Summary, _ explainer: Explainer) -> String {
    let lines = "\(explainer.lines) line\(explainer.lines == 1 ? "" : "s")"
    guard summary.count > 0 else { return "\(lines), no known trouble\n" }
    let causes = summary.found.count
    return "\(lines), \(summary.count) of them known trouble, \(causes) cause\(causes == 1 ? "" : "s")\n"
  }

  private func axis(_ timeline: Timeline, _ span: ClosedRange<Int>) -> String {
    let columns = min(60, width - 4)
    let from = CivilDate.text(span.lowerBound)
    let to = CivilDate.text(span.upperBound)
    let gap = max(1, columns - from.count - to.count)
    return "\n  \(Self.sparkline(timeline.columns(columns, over: span)))\n"
      + Style.dim("  \(from)\(String(repeating: " ", count: gap))\(to)", color) + "\n"
  }

  private func render(_ group: Summary.Group, _ summary: Summary) -> String {
    let cause = summary.catalogue.cause(group.cause)
    var text = "\n" + Style.bold("\(group.count) × \(TerminalText.harmless(cause?.title ?? group.cause))", color)
    text += Style.dim("  \(group.cause)", color) + "\n"
    if let first = group.timeline.first, let last = group.timeline.last {
      text +=
        first == last
        ? "  at     \(CivilDate.text(first))\n" : "  seen   \(CivilDate.text(first)) to \(CivilDate.text(last))\n"
      if first != last, let span = summary.timeline.usualSpan() {
        text += "  time   \(Self.sparkline(group.timeline.columns(min(60, width - 12), over: span)))\n"
      }
    }
    let statuses = group.statuses.filter { $0.key > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !statuses.isEmpty { text += list("status", statuses.map { ("\($0.key)", $0.value) }) }
    text += list("from", components(group, summary.catalogue))
    text += list("to", group.upstreams.top(3))
    text += list("path", group.paths.top(3))
    if let article = articles(group, summary.catalogue) { text += "  read   \(article)\n" }
    return text
  }

  private func components(_ group: Summary.Group, _ catalogue: SignatureCatalogue) -> [(text: String, count: Int)] {
    var counts: [String: Int] = [:]
    for (signature, count) in group.signatures {
      counts[catalogue.signatures[signature].component, default: 0] += count
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  /// The page to open: that of the signature met most often.
  private func articles(_ group: Summary.Group, _ catalogue: SignatureCatalogue) -> String? {
    let most = group.signatures.max { ($0.value, $1.key) < ($1.value, $0.key) }
    guard let most, let page = catalogue.article(for: catalogue.signatures[most.key]) else { return nil }
    return TerminalText.harmless(base.map { page.absolute(below: $0) } ?? page.text)
  }

  private func list(_ label: String, _ values: [(text: String, count: Int)]) -> String {
    guard !values.isEmpty else { return "" }
    let shown = values.prefix(3).map { value in
      let text = TerminalText.harmless(value.text.prefix(48)) + (value.text.count > 48 ? "…" : "")
      return values.count == 1 ? text : "\(text) × \(value.count)"
    }
    return "  " + label + String(repeating: " ", count: max(1, 7 - label.count)) + shown.joined(separator: ", ") + "\n"
  }

  /// One character for each count, the tallest for the greatest.
  static func sparkline(_ counts: [Int]) -> String {
    let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let most = counts.max() ?? 0
    return String(counts.map { $0 == 0 ? "·" : bars[min(7, ($0 * 8 - 1) / max(1, most))] })
  }
}
