/// The head as it lies in its file.
struct HeadValue: Decodable {
  let version: Int
  let language: String
  let pages: Int
  let paths: String
  let titles: String?
  let titleLengths: String
  let topics: [String]
  let topicOf: String
  let audienceOf: String
  let proxies: [String]
  let proxyOf: String
  let questionWords: String
  let synonyms: [[String]]
  let shards: [Part<String>]
  let vocabulary: String?
  let tails: String?
  let texts: [Part<Int>]
  let weights: Weights

  /// Whether its numbers lead to things that are there.
  func isWhole(_ count: Int) -> Bool {
    let titleCount = titles?.split(separator: "\n", omittingEmptySubsequences: false).count ?? count
    return pages == count && (titleCount == count || count == 0)
      && topicOf.utf8.allSatisfy { topics.indices.contains(Digits.value($0)) }
      && texts.allSatisfy { 0...pages ~= $0.first }
  }

  /// What a part begins with, and its name.
  struct Part<First: Decodable>: Decodable {
    let first: First
    let name: String

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      first = try list.decode(First.self)
      name = try list.decode(String.self)
    }
  }
}

struct ShardValue: Decodable {
  let terms: String
  let strips: String
  let counts: String
  let gaps: String
  let payloads: String
}

struct VocabularyValue: Decodable {
  let terms: String
  let ranks: String
}

/// The text of a page.
struct PageText: Decodable {
  let title: String
  let description: String
  let sections: [Section]

  static let empty = PageText(title: "", description: "", sections: [])

  struct Section: Decodable {
    let id: String
    let heading: String
    let text: String

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      id = try list.decode(String.self)
      heading = try list.decode(String.self)
      text = try list.decode(String.self)
    }
  }

  init(title: String, description: String, sections: [Section]) {
    (self.title, self.description, self.sections) = (title, description, sections)
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    title = try list.decode(String.self)
    description = try list.decode(String.self)
    sections = try list.decode([Section].self)
  }
}
