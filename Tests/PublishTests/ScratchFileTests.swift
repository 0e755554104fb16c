import Content
import Foundation
import Packing
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

  @Test(
    "Texts of articles wait once there are more than memory shall hold, and come back for as long as somebody holds them"
  )
  func shelf() async throws {
    let folder = FileManager.default.temporaryDirectory
    let shelf = TextShelf(keeping: 10, near: folder.path)
    let text = Array("a text of twenty bytes".utf8)
    #expect(shelf.take([1, 2, 3], of: "articles/a.md")?.bytes == nil)
    #expect(shelf.store == nil)
    #expect(shelf.take(text, of: "locales/en.yaml")?.bytes == nil, "small files are read more than once")
    let contents = try #require(shelf.take(text, of: "articles/b.md"))
    guard case .shelved(let shelved) = contents else { return #expect(Bool(false), "the text is still in memory") }
    #expect(contents.bytes == text)
    shelved.hold()
    #expect(shelved.bytes == text && shelved.count == text.count)
    shelved.release()
    #expect(shelved.bytes == text)
  }
}
