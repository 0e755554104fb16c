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
      text += "\nError answers in access logs, whose cause another log tells: \(list)\n"
    }
    if base == nil, !found.isEmpty {
      text +=
        Style.dim("\nArticles are paths on the help site; --base-url puts its address before them.", color)
        + "\n"
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
      text += row(first == last ? "at" : "seen").render(Self.period(first, last))
      if first != last, let span = summary.timeline.usualSpan() {
        text += row("time").render(Self.sparkline(group.timeline.columns(min(60, width - 12), over: span)))
      }
    }
    let statuses = group.statuses.filter { $0.key > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    text += row("status").render(statuses.map { ("\($0.key)", $0.value) })
    text += row("from").render(components(group, summary.catalogue))
    text += row("to").render(group.upstreams.top(3), others: group.upstreams.distinct - 3)
    text += row("path").render(group.paths.top(3), others: group.paths.distinct - 3)
    if let article = articles(group, summary.catalogue) { text += row("read").render(article) }
    return text
  }

  private func row(_ label: String) -> SummaryRow { SummaryRow(label: label, width: width) }

  /// The second time without the day when it is the same.
  private static func period(_ first: Int, _ last: Int) -> String {
    let (first, last) = (CivilDate.text(first), CivilDate.text(last))
    if first == last { return first }
    let day = 10
    return "\(first) to \(first.prefix(day) == last.prefix(day) ? String(last.dropFirst(day + 1)) : last)"
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

  /// One character for each count, the tallest for the greatest.
  static func sparkline(_ counts: [Int]) -> String {
    let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    let most = counts.max() ?? 0
    return String(counts.map { $0 == 0 ? "·" : bars[min(7, ($0 * 8 - 1) / max(1, most))] })
  }
}
