import Foundation
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
      table.update(removing: removed, adding: Self.entries(added))
      let expected = StampTable(Self.entries(content))
      try #require(Self.content(table) == Self.content(expected))
      for path in content.keys { #expect(table.index(of: path) != nil) }
    }
  }

  /// A tree of folders and files, some of which go and come, while it changes places with its twin.
  @Test("a table that was changed comes back from its file", arguments: 0..<20)
  func changes(_ seed: Int) throws {
    var state = UInt64(seed)
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    func entry() -> StampTable.Entry {
      let number = random(40)
      let stamps = (0..<2).map { _ in
        FileStamp(size: Int64(random(9)), modified: Int64(random(1000)), changed: 0, inode: UInt64(random(9)))
      }
      return .init(
        path: "p/\(number)", kind: number.isMultiple(of: 3) ? .folder : .file, stamp: stamps[0], spare: stamps[1],
        hash: UInt64(random(1000)))
    }
    func content(_ table: StampTable) -> [String] { table.rows.map { "\(table.entry($0))" } }
    let path = NSTemporaryDirectory() + "interlude-stamps-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = Dictionary((0..<25).map { _ in entry() }.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    var present = StampTable(first.values)
    for _ in 0..<12 {
      if random(2) == 0 { present.swapTrees() }
      present.update(removing: [entry().path], adding: [])
      present.update(removing: [], adding: [entry()])
    }
    let (pieces, seal) = StampTables(inputs: StampTable(first.values), tree: present).file
    _ = try Disk.write(pieces, to: path)
    #expect(StampTables(path, seal: seal &+ 1) == nil)
    let tables = try #require(StampTables(path, seal: seal))
    #expect(content(tables.tree) == content(present))
    #expect(content(tables.inputs) == content(StampTable(first.values)))
    for place in [3, 60, 120, 400, 1200] {
      var bytes = Array(pieces.joined())
      bytes[place] ^= 1
      try Disk.removeFile(path)
      try Disk.write(bytes, to: path)
      #expect(StampTables(path, seal: seal) == nil, "\(place)")
    }
    try Disk.removeFile(path)
    try Disk.write(Array(pieces.joined().dropLast()), to: path)
    #expect(StampTables(path, seal: seal) == nil)
  }

  @Test("the entries of a folder stand together")
  func folder() {
    let table = StampTable(Self.entries(["a": 1, "a/b": 2, "a/c/d": 3, "a-b": 4, "b/a/x": 5]))
    #expect(table.rows(startingWith: "a/").map(table.path) == ["a/b", "a/c/d"])
    #expect(table.rows(startingWith: "c/").isEmpty)
  }
}
