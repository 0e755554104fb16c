internal import Content
internal import Escaping

/// A section of a page as a document of another search engine.
struct ExportDocument {
  /// Letters, digits, `_` and `-`, which every engine takes (Meilisearch: at most 511 bytes).
  let id: String
  let members: [JSON.Member]

  /// Longer texts are cut.
  static let longestText = 6000
  /// How large a document may be as JSON: Algolia refuses records of more than 10 kB on its smallest plan
  /// (“Algolia service limits”).
  static let largest = 9900
  /// How much of that the names and keywords of a page may take; what does not fit is left out.
  static let mostKeywords = 2500

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
    // What a page is looked up by counts once, not with each of its sections.
    let keywords = number == 0 ? page.keywords + page.signatures.map { $0.joined(separator: " ") } : []
    let fragment = section.id.isEmpty ? "" : "#\(section.id)"
    self.id = id
    var members: [JSON.Member] = [
      .init("id", .string(id)), .init("language", .string(language)), .init("page", .string(page.path.text)),
      .init("url", .string("\(page.path.text)index.html\(fragment)")), .init("fragment", .string(section.id)),
      .init("title", .string(page.title)), .init("heading", .string(section.heading)),
      .init("description", .string(page.description ?? "")),
      .init("names", list(Self.prefix(page.names, room: Self.mostKeywords))),
      .init("keywords", list(Self.prefix(keywords, room: Self.mostKeywords))),
      .init("topic", .string(page.facets.topic)), .init("proxies", list(page.facets.proxies)),
      .init("audience", list(page.facets.audience.map(\.rawValue))), .init("position", .int(number)),
    ]
    for (name, text) in [("text", section.text), ("code", section.code)] {
      let room = Self.largest - JSON.object(members).serialized().utf8.count - 2 * (name.utf8.count + 8)
      members.append(.init(name, .string(Self.cut(text, room: room))))
    }
    self.members = members
  }

  var json: JSON { .object(members) }

  /// The first texts, as many as fit.
  private static func prefix(_ texts: [String], room: Int) -> [String] {
    var left = room
    return Array(
      texts.prefix { text in
        left -= size(text) + 3
        return left >= 0
      })
  }

  /// The beginning of a text, which takes at most `room` bytes as JSON.
  private static func cut(_ text: String, room: Int) -> String {
    let short = cut(text, to: longestText)
    let excess = size(short) - room
    // A byte that is left out is one byte less at least.
    return excess > 0 ? cut(short, to: short.utf8.count - excess) : short
  }

  private static func cut(_ text: String, to longest: Int) -> String {
    guard text.utf8.count > longest else { return text }
    var size = 0
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix { scalar in
          size += UTF8.width(scalar)
          return size <= longest
        }))
  }

  /// What a text takes as JSON, without its quotation marks.
  private static func size(_ text: String) -> Int { JSON.quoted(text).utf8.count - 2 }

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
