internal import Content
internal import Escaping

extension Head {
  /// What the head says of each page.
  struct Facts: Sendable {
    var count: Int
    /// Front-coded.
    var paths: String
    /// Nil in larger sites, where titles come with the text.
    var titles: [String]?
    var titleLengths: [UInt8]
    var topics: [String]
    var topicNames: [String]
    let audienceNames: [String]
    var topicOf: [UInt8]
    var audienceOf: [UInt8]
    var proxyOf: [UInt8]

    static let proxies = FacetNames.proxies.map(\.rawValue)

    init(_ documents: [SearchDocument], titleLengths: [Int], names: FacetNames = FacetNames()) {
      count = documents.count
      paths = FrontCoding.encode(documents.lazy.map(\.path.text), separator: "\n")
      titles = documents.count > Head.mostTitles ? nil : documents.map { Self.oneLine($0.title) }
      self.titleLengths = titleLengths.map { UInt8(clamping: $0) }
      let topics = Set(documents.map(\.facets.topic)).sorted()
      let numbers = Dictionary(topics.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      self.topics = topics
      topicNames = topics.map { Self.oneLine(names.topics[$0] ?? $0) }
      audienceNames = names.audiences
      topicOf = documents.map { UInt8(clamping: numbers[$0.facets.topic] ?? 0) }
      audienceOf = documents.map { Self.bits($0.facets.audience, of: ErrorDefinition.Reader.allCases) }
      proxyOf = documents.map { Self.bits($0.facets.proxies, of: Self.proxies) }
    }

    /// Takes over what an edited page says of itself; its path and its topic are known.
    mutating func renew(_ page: Int, _ document: SearchDocument, titleLength: Int) {
      // The codes' name is the locale's.
      if let topic = FacetNames.topic(of: document), topic != "codes", let number = topics.firstIndex(of: topic) {
        topicNames[number] = Self.oneLine(document.title)
      }
      titles?[page] = Self.oneLine(document.title)
      titleLengths[page] = UInt8(clamping: titleLength)
      audienceOf[page] = Self.bits(document.facets.audience, of: ErrorDefinition.Reader.allCases)
      proxyOf[page] = Self.bits(document.facets.proxies, of: Self.proxies)
    }

    private static func bits<Value: Equatable>(_ values: [Value], of all: [Value]) -> UInt8 {
      values.reduce(0) { bits, value in bits | (all.firstIndex(of: value).map { 1 << UInt8($0) } ?? 0) }
    }

    private static func oneLine(_ text: String) -> String { text.substituting("\n", by: " ") }
  }
}
