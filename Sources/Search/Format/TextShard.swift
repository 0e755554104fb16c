internal import Escaping

/// The text of some pages: title, description, and each section's id, heading and text with its code.
enum TextShard {
  /// - Parameter pages: what `text` says of each.
  static func encode(_ pages: [String]) -> String { "[" + pages.joined(separator: ",") + "]" }

  /// Which pages stand together.
  static func ranges(of pages: Int, into count: Int) -> [Range<Int>] {
    let length = max(1, (pages + count - 1) / count)
    return stride(from: 0, to: pages, by: length).map { $0..<min($0 + length, pages) }
  }

  /// The part of one page.
  static func text(_ document: SearchDocument) -> String { page(document).serialized() }

  private static func page(_ document: SearchDocument) -> JSON {
    .array([
      .string(document.title), .string(document.description ?? ""),
      .array(
        document.sections.map { section in
          let text = [section.text, section.code].filter { !$0.isEmpty }.joined(separator: "\n")
          return .array([.string(section.id), .string(section.heading), .string(text)])
        }),
    ])
  }
}
