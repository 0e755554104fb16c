internal import Content
internal import Escaping

/// A section of a page as a document of another search engine.
struct ExportDocument {
  /// Letters, digits, `_` and `-`, which every engine takes (Meilisearch: at most 511 bytes).
  let id: String
  let members: [JSON.Member]

  /// Longer texts are cut: Algolia refuses records of more than 10 kB on its smallest plan.
  static let longestText = 6000

  /// One a section; the first also stands for the page.
  static func documents(_ page: SearchDocument, language: String) -> [ExportDocument] {
    var names: Set<String> = []
    return page.sections.enumerated().compactMap { number, section in
      let isEmpty = section.text.isEmpty && section.code.isEmpty && section.heading.isEmpty
      guard number == 0 || !isEmpty else { return nil }
      var id = identifier("\(language)/\(page.path.text)\(section.id)")
      while !names.insert(id).inserted { id += "_" }
      return ExportDocument(page, section, number: number, id: id, language: language)
    }
  }

  private init(_ page: SearchDocument, _ section: SearchDocument.Section, number: Int, id: String, language: String) {
    func list(_ values: [String]) -> JSON { .array(values.map { .string($0) }) }
    let fragment = section.id.isEmpty ? "" : "#\(section.id)"
    self.id = id
    members = [
      .init("id", .string(id)), .init("language", .string(language)), .init("page", .string(page.path.text)),
      .init("url", .string("\(page.path.text)index.html\(fragment)")), .init("fragment", .string(section.id)),
      .init("title", .string(page.title)), .init("heading", .string(section.heading)),
      .init("description", .string(page.description ?? "")), .init("names", list(page.names)),
      // What a page is looked up by counts once, not with each of its sections.
      .init("keywords", list(number == 0 ? page.keywords + page.signatures.map { $0.joined(separator: " ") } : [])),
      .init("text", .string(Self.cut(section.text))), .init("code", .string(Self.cut(section.code))),
      .init("topic", .string(page.facets.topic)), .init("proxies", list(page.facets.proxies)),
      .init("audience", list(page.facets.audience.map(\.rawValue))), .init("position", .int(number)),
    ]
  }

  var json: JSON { .object(members) }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > longestText else { return text }
    var size = 0
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix { scalar in
          size += UTF8.width(scalar)
          return size <= longestText
        }))
  }

  private static func identifier(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        bytes.append(byte)
      case UInt8(ascii: "/"): bytes += [UInt8(ascii: "_"), UInt8(ascii: "_")]
      case ..<0x80: bytes.append(UInt8(ascii: "_"))
      default: bytes += Array(String(byte, radix: 16).utf8)
      }
    }
    return String(decoding: bytes.prefix(500), as: UTF8.self)
  }
}
