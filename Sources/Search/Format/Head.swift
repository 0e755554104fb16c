internal import Content
internal import Escaping

/// The first file of an index: what every search needs, whatever its words.
struct Head {
  let documents: [SearchDocument]
  let pages: [DocumentTerms]
  let language: String
  let strings: [String: String]
  let names: FacetNames
  let questionWords: [String]
  /// Each a list of words and phrases that mean the same.
  let synonyms: [[String]]
  /// Each part's first term or page, and its name.
  let shards: [(first: String, name: String)]
  let texts: [(first: Int, name: String)]
  let vocabulary: String?

  /// What the box says; the page around it has its label.
  static let said = [
    "count", "countOne", "all", "nothing", "corrected", "allCodes", "contact", "any", "topic", "proxy", "audience",
  ]
  static let name = "head"
  static let file = "index.js"
  static let version = 1
  /// In larger sites titles come with the text.
  static let mostTitles = 400

  func encode() -> String {
    let topics = Set(documents.map(\.facets.topic)).sorted()
    let numbers = Dictionary(topics.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return JSON.object([
      .init("version", .int(Self.version)), .init("language", .string(language)),
      .init("pages", .int(documents.count)),
      .init("strings", .object(Self.said.map { .init($0, .string(strings[$0] ?? "")) })),
      .init("paths", .string(FrontCoding.encode(documents.lazy.map(\.path.text), separator: "\n"))),
      .init(
        "titles",
        documents.count > Self.mostTitles
          ? .null : .string(documents.map { Self.oneLine($0.title) }.joined(separator: "\n"))),
      .init("titleLengths", .string(Digits.text(pages.map(\.titleLength)))),
      .init("topics", .array(topics.map { .string($0) })),
      .init("topicNames", .array(topics.map { .string(Self.oneLine(names.topics[$0] ?? $0)) })),
      .init("audienceNames", .array(names.audiences.map { .string($0) })),
      .init("proxyNames", .array(FacetNames.proxies.map { .string($0) })),
      .init("topicOf", .string(Digits.text(documents.map { numbers[$0.facets.topic] ?? 0 }))),
      .init(
        "audienceOf",
        .string(Digits.text(documents.map { Self.bits($0.facets.audience, of: ErrorDefinition.Reader.allCases) }))),
      .init("proxies", .array(DocumentCollector.proxies.prefix(6).map { .string($0) })),
      .init(
        "proxyOf",
        .string(
          Digits.text(documents.map { Self.bits($0.facets.proxies, of: Array(DocumentCollector.proxies.prefix(6))) }))),
      .init("questionWords", .string(questionWords.joined(separator: " "))),
      .init("synonyms", .array(synonyms.map { .array($0.map { .string($0) }) })),
      .init("shards", .array(shards.map { .array([.string($0.first), .string($0.name)]) })),
      .init("vocabulary", vocabulary.map { .string($0) } ?? .null),
      .init("texts", .array(texts.map { .array([.int($0.first), .string($0.name)]) })),
    ]).serialized()
  }

  private static func bits<Value: Equatable>(_ values: [Value], of all: [Value]) -> Int {
    values.reduce(0) { bits, value in bits | (all.firstIndex(of: value).map { 1 << $0 } ?? 0) }
  }

  static func oneLine(_ text: String) -> String { text.replacing("\n", with: " ") }
}
