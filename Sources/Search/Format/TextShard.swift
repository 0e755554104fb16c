internal import Escaping

/// The text of some pages: title, description, and each section's id, heading and text with its code.
enum TextShard {
  static func encode(_ documents: ArraySlice<SearchDocument>) -> String {
    JSON.array(documents.map(page)).serialized()
  }

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
