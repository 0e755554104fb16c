internal import Content
internal import Escaping

/// The first file of an index: what every search needs, whatever its words.
struct Head {
  let facts: Facts
  let parts: Parts
  let language: String
  let strings: [String: String]
  let questionWords: [String]
  /// Each a list of words and phrases that mean the same.
  let synonyms: [[String]]

  /// The other files: each one's first term or page, and its name.
  struct Parts: Sendable {
    var shards: [(first: String, name: String)] = []
    var texts: [(first: Int, name: String)] = []
    var vocabulary: String?
    /// `TailFilter`, where it is needed.
    var tails: String?

    /// The names of those that are files of their own.
    func files(inlineTerms: Bool) -> Set<String> {
      Set((inlineTerms ? [] : shards.map(\.name)) + texts.map(\.name) + [vocabulary].compactMap { $0 })
    }
  }

  /// What the box says; the page around it has its label.
  static let said = [
    "count", "countOne", "all", "nothing", "corrected", "allCodes", "contact", "any", "topic", "proxy", "audience",
    "lineMeans", "near",
  ]
  static let name = "head"
  static let file = "index.js"
  static let version = 2
  /// In larger sites titles come with the text.
  static let mostTitles = 400

  func encode() -> String {
    func digits(_ values: [UInt8]) -> JSON { .string(Digits.text(values.lazy.map { Int($0) })) }
    let head = JSON.object([
      .init("version", .int(Self.version)), .init("language", .string(language)),
      .init("pages", .int(facts.count)),
      .init("strings", .object(Self.said.map { .init($0, .string(strings[$0] ?? "")) })),
      .init("paths", .string(facts.paths)),
      .init("titles", facts.titles.map { .string($0.joined(separator: "\n")) } ?? .null),
      .init("titleLengths", digits(facts.titleLengths)),
      .init("topics", .array(facts.topics.map { .string($0) })),
      .init("topicNames", .array(facts.topicNames.map { .string($0) })),
      .init("audienceNames", .array(facts.audienceNames.map { .string($0) })),
      .init("proxyNames", .array(FacetNames.proxies.map { .string($0.title) })),
      .init("topicOf", digits(facts.topicOf)),
      .init("audienceOf", digits(facts.audienceOf)),
      .init("proxies", .array(Facts.proxies.map { .string($0) })),
      .init("proxyOf", digits(facts.proxyOf)),
      .init("questionWords", .string(questionWords.joined(separator: " "))),
      .init("synonyms", .array(synonyms.map { .array($0.map { .string($0) }) })),
      .init("shards", .array(parts.shards.map { .array([.string($0.first), .string($0.name)]) })),
      .init("vocabulary", parts.vocabulary.map { .string($0) } ?? .null),
      .init("tails", parts.tails.map { .string($0) } ?? .null),
      .init("texts", .array(parts.texts.map { .array([.int($0.first), .string($0.name)]) })),
    ]).serialized()
    return head.dropLast() + ",\"weights\":\(Weights.text)}"
  }

  /// The file, with the terms of a small site behind it.
  func file(in folder: String, inline: [String]) -> OutputFile {
    let calls = inline.map { IndexScript.call(IndexScript.name($0), $0) }
    return OutputFile(path: folder + Self.file, text: IndexScript.call(Self.name, encode()) + calls.joined())
  }
}
