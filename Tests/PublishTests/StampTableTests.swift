import Packing
import Testing

@testable import Publish

@Suite("The table of a tree's entries")
struct StampTableTests {
  private static func entries(_ hashes: [String: UInt64]) -> [StampTable.Entry] {
    hashes.map { .init(path: $0.key, kind: .file, stamp: .none, hash: $0.value) }
  }

  private static func content(_ table: StampTable) -> [String] {
    table.rows.map { "\(table.path($0)) \($0.hash)" }
  }

  @Test("taking out, putting in and replacing makes the table that the new entries make", arguments: 0..<20)
  func updated(_ seed: Int) throws {
    var state = UInt64(seed)
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    func path() -> String { "a/\(random(30))/é\(random(3))" + (random(2) == 0 ? "" : "/\(random(4))") }
    var content: [String: UInt64] = [:]
    for _ in 0..<random(60) { content[path()] = UInt64(random(1000)) }
    var table = StampTable(Self.entries(content))
    for _ in 0..<5 {
      let removed = Set((0..<random(8)).map { _ in path() })
      let added = Dictionary((0..<random(8)).map { _ in (path(), UInt64(random(1000))) }, uniquingKeysWith: { $1 })
      for path in removed { content[path] = nil }
      content.merge(added) { $1 }
      table = table.updated(removing: removed, adding: Self.entries(added))
      let expected = StampTable(Self.entries(content))
      try #require(Self.content(table) == Self.content(expected))
      // Names and rows lie as in a new table.
      var (left, right) = (PackedWriter(), PackedWriter())
      table.pack(into: &left)
      expected.pack(into: &right)
      var reader = PackedReader(left.bytes)
      #expect(left.bytes.count == right.bytes.count && StampTable(from: &reader).rows.count == content.count)
      #expect(reader.isDone)
      for path in content.keys { #expect(table.index(of: path) != nil) }
    }
  }

  @Test("the entries of a folder stand together")
  func folder() {
    let table = StampTable(Self.entries(["a": 1, "a/b": 2, "a/c/d": 3, "a-b": 4, "b/a/x": 5]))
    #expect(table.rows(startingWith: "a/").map(table.path) == ["a/b", "a/c/d"])
    #expect(table.rows(startingWith: "c/").isEmpty)
  }
}
