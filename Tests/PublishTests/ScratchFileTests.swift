import Foundation
import Testing

@testable import Publish

@Suite("A file for what waits")
struct ScratchFileTests {
  @Test("Pieces put in side by side come back whole, and no name is left behind")
  func pieces() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "scratch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The output need not be there yet.
    let file = try #require(ScratchFile(near: folder.appending(path: "not/yet").path))
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let bytes = [UInt8](repeating: UInt8(number), count: number * 37)
          guard let range = file.put(bytes) else { return false }
          return range.count == bytes.count && file.bytes(at: range) == bytes
        }
      }
      for await isWhole in group { #expect(isWhole) }
    }
    #expect(file.failure == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("What is not there is a failure that stays")
  func missing() throws {
    let file = try #require(ScratchFile(near: FileManager.default.temporaryDirectory.path))
    let range = try #require(file.put([1, 2, 3]))
    #expect(file.bytes(at: range.lowerBound..<range.upperBound + 1).isEmpty)
    #expect(file.failure != nil)
    #expect(file.bytes(at: range) == [1, 2, 3])
    #expect(file.failure != nil)
  }
}
