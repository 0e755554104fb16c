import Content
import Foundation
import TestSupport
import Testing

@testable import Search

/// An index that a disk or a transfer spoilt, or that somebody made up.
@Suite("A damaged index")
struct DamagedIndexTests {
  private static let queries = ["502 bad gateway", "upstrem", "\"connection refused\"", "é", "gate"]

  private static func files() async -> [String: [UInt8]] {
    let documents = (0..<40).map { number in
      EngineTests.page("p\(number)", "Gateway \(number)", "the connection \(number) was refused by the upstream")
    }
    let index = await IndexBuilder(documents: documents.sorted { $0.path < $1.path }, language: "en")
      .build(synonyms: [["server", "upstream"]], in: "", jobs: 1) { $0 }
    return Dictionary(index.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { first, _ in first })
  }

  private static func search(_ files: [String: [UInt8]]) -> Int {
    guard let reader = try? IndexReader({ files[$0] }) else { return 0 }
    let engine = SearchEngine(reader)
    return queries.reduce(0) { $0 + engine.search($1).results.count }
  }

  @Test("is read as far as it goes, or refused")
  func anyByte() async throws {
    let whole = await Self.files()
    #expect(Self.search(whole) > 0)
    var random = SeededRandom(seed: 5)
    for _ in 0..<400 {
      var files = whole
      let name = random.pick(files.keys.sorted())
      var bytes = files[name] ?? []
      for _ in 0...random.number(0...3) where !bytes.isEmpty {
        let place = random.number(0...(bytes.count - 1))
        switch random.number(0...3) {
        case 0: bytes[place] = UInt8(random.number(0x20...0x7E))
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + random.number(1...9)))
        case 2: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
        default: bytes[place] = UInt8(ascii: "~")
        }
      }
      files[name] = bytes
      _ = Self.search(files)
    }
  }

  @Test("whose numbers lead nowhere is refused")
  func numbers() async throws {
    let whole = await Self.files()
    let head = String(decoding: whole[Head.file] ?? [], as: UTF8.self)
    for (right, wrong) in [("\"pages\":40", "\"pages\":4000000000"), ("\"topics\":[\"t\"]", "\"topics\":[]")] {
      #expect(head.contains(right))
      var files = whole
      files[Head.file] = Array(head.replacing(right, with: wrong).utf8)
      #expect(throws: IndexReader.Problem.self) { try IndexReader { files[$0] } }
    }
  }
}
