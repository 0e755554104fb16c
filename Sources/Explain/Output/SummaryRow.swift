internal import Escaping

/// A labelled row of a summary: names with their counts, wrapped between two of them where the terminal ends.
struct SummaryRow {
  let label: String
  /// The terminal's columns.
  let width: Int

  /// Where the values begin, also on the lines that follow.
  private static let indent = 9

  func render(_ values: [(text: String, count: Int)], others: Int = 0) -> String {
    guard !values.isEmpty else { return "" }
    var items = values.map { value in
      let count = values.count == 1 && others == 0 ? "" : " × \(value.count)"
      return Self.shortened(value.text, to: width - Self.indent - count.count - 1) + count
    }
    if others > 0 { items.append("\(others) more") }
    return render(lines: Self.wrapped(items, to: width - Self.indent))
  }

  func render(_ text: String) -> String { render(lines: [text]) }

  private func render(lines: [String]) -> String {
    let head = "  " + label + String(repeating: " ", count: max(1, Self.indent - 2 - label.count))
    let glue = "\n" + String(repeating: " ", count: Self.indent)
    return head + lines.joined(separator: glue) + "\n"
  }

  /// The items with commas, as many on a line as fit.
  private static func wrapped(_ items: [String], to width: Int) -> [String] {
    var lines: [String] = []
    for (index, item) in items.enumerated() {
      let item = index + 1 < items.count ? item + "," : item
      if let last = lines.last, last.count + 1 + item.count <= width {
        lines[lines.count - 1] = last + " " + item
      } else {
        lines.append(item)
      }
    }
    return lines
  }

  /// Cut in the middle: paths and socket files differ at the end.
  private static func shortened(_ text: String, to width: Int) -> String {
    let text = TerminalText.harmless(text)
    guard text.count > width, width > 8 else { return text }
    let head = (width - 1) / 3
    return text.prefix(head) + "…" + text.suffix(width - 1 - head)
  }
}
