internal import Foundation

/// The parts of an index, read from its files when they are first needed.
public final class IndexReader {
  /// Reads a file of the index's folder; nil if it cannot be read.
  public typealias FileSource = (_ name: String) -> [UInt8]?

  let head: HeadValue
  let paths: [String]
  private let source: FileSource
  private var parts: [String: Data] = [:]
  private var shards: [Int: LoadedShard] = [:]
  private var texts: [Int: [PageText]] = [:]
  private lazy var corrections = loadVocabulary()

  public enum Problem: Error {
    /// There is no `index.js`.
    case missing
    /// A file is not what an index of this version holds.
    case damaged(String)
  }

  public init(_ source: @escaping FileSource) throws(Problem) {
    guard let bytes = source(Head.file) else { throw .missing }
    self.source = source
    parts = Self.parts(bytes)
    guard let data = parts[Head.name], let head = try? JSONDecoder().decode(HeadValue.self, from: data) else {
      throw .damaged(Head.file)
    }
    self.head = head
    paths = FrontCoding.decode(head.paths, separator: "\n")
    guard head.version == Head.version, head.isWhole(paths.count) else { throw .damaged(Head.file) }
  }

  /// The shard in which `term` is or would be.
  func shardIndex(of term: String) -> Int {
    var low = 0
    var high = head.shards.count
    while low < high {
      let middle = (low + high) / 2
      if term.utf16.lexicographicallyPrecedes(head.shards[middle].first.utf16) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return max(0, low - 1)
  }

  func shard(_ index: Int) -> LoadedShard {
    if let shard = shards[index] { return shard }
    let value = head.shards.indices.contains(index) ? decode(ShardValue.self, head.shards[index].name) : nil
    let shard = LoadedShard(value ?? ShardValue(terms: "", strips: "", counts: "", gaps: "", payloads: ""))
    shards[index] = shard
    return shard
  }

  /// What a misspelt word may have meant; nil if all shards are to be looked through.
  var vocabulary: [(term: String, rank: Int)]? { corrections }

  func text(_ page: Int) -> PageText {
    guard let index = head.texts.lastIndex(where: { $0.first <= page }) else { return .empty }
    if texts[index] == nil { texts[index] = decode([PageText].self, head.texts[index].name) ?? [] }
    let pages = texts[index] ?? []
    let offset = page - head.texts[index].first
    return pages.indices.contains(offset) ? pages[offset] : .empty
  }

  private func loadVocabulary() -> [(term: String, rank: Int)]? {
    guard let name = head.vocabulary, let value = decode(VocabularyValue.self, name) else { return nil }
    return Array(zip(FrontCoding.decode(value.terms, separator: " "), value.ranks.utf8.map { Digits.value($0) }))
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ name: String) -> Value? {
    if parts[name] == nil, let bytes = source("\(name).js") { parts.merge(Self.parts(bytes)) { old, _ in old } }
    defer { parts[name] = nil }
    return parts[name].flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  /// The values of a file's calls, `interludeSearch("name",value)`, by name.
  private static func parts(_ bytes: [UInt8]) -> [String: Data] {
    var parts: [String: Data] = [:]
    let opening = Array("\(IndexScript.function)(\"".utf8)
    for line in bytes.split(separator: 0x0A) where line.starts(with: opening) {
      let rest = line.dropFirst(opening.count)
      guard let quote = rest.firstIndex(of: 0x22), quote + 2 < line.endIndex, line.last == UInt8(ascii: ")") else {
        continue
      }
      let value = rest[(quote + 2)..<(line.endIndex - 1)]
      parts[String(decoding: rest[..<quote], as: UTF8.self)] = Data(value)
    }
    return parts
  }
}
