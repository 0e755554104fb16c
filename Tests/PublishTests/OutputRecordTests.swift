import Testing

@testable import Publish

@Suite("The record of what a build wrote")
struct OutputRecordTests {
  @Test(
    "paths that come and go leave the bytes that a new record would have",
    arguments: [
      ([], []), (["a"], []), ([], ["a/0", "zz", "0"]), (["m/n", "z"], ["m/m", "m/o", "z0"]),
      (["a", "m/n", "z"], ["b"]),
      (["a", "m/n", "z"], []), (["z"], ["m/n0", "m/n-"]),
    ] as [([String], [String])])
  func changed(_ removed: [String], _ added: [String]) throws {
    let paths = ["a", "m/n", "z"]
    let record = OutputRecord(paths: paths).bytes
    let changed = try #require(OutputRecord.bytes(record, removing: removed, adding: added))
    #expect(changed == OutputRecord(paths: paths.filter { !removed.contains($0) } + added).bytes)
  }

  @Test("what is no record, or does not name what goes, is not changed")
  func refused() {
    let record = OutputRecord(paths: ["a"]).bytes
    #expect(OutputRecord.bytes(record, removing: ["b"], adding: []) == nil)
    #expect(OutputRecord.bytes(Array(record.dropLast()), removing: [], adding: []) == nil)
    #expect(OutputRecord.bytes([], removing: [], adding: []) == nil)
  }
}
