import Diagnostics
import Foundation
import Packing
import TestSupport
import Testing

@testable import Content

/// What a build keeps of a site's pages for the next one.
@Suite("A remembered site")
struct PackedSiteTests {
  private static func text(_ path: String) -> String {
    "---\ntitle: Article \(path)\nreviewed: 2020-01-01\n---\n\n## One\n\nSee [the first](../topic-0/a-0.md#one).\n"
  }

  /// Ten topics of thirty articles beside the base's.
  private static func memo() async throws -> SiteMemo {
    var files = Fixture(
      name: "content", url: PackageFolder.root.appending(path: "Tests/ContentTests/Base")
    ).files()
    for topic in 0..<10 {
      for name in ["index"] + (0..<30).map({ "a-\($0)" }) {
        let path = "articles/topic-\(topic)/\(name).md"
        files[path] = Array(text(path).utf8)
      }
    }
    let sorted = files.sorted { $0.key < $1.key }
    let folder = ContentFolder(
      name: "content", files: sorted.map { .init(path: $0.key, contents: .bytes($0.value)) })
    return try #require(await SiteLoader(folder).loadWithMemo().memo)
  }

  /// What a whole build keeps: what lasts, and what is packed anew by every build.
  private static func kept(_ memo: SiteMemo) -> (lasting: [UInt8], packed: [UInt8]) {
    var packed = memo.forKeeping
    // Something else may lie before it.
    let lasting = [UInt8](repeating: 7, count: 100) + packed.store(at: 100).flatMap { $0() }
    return (lasting, bytes(packed))
  }

  private static func bytes(_ packed: PackedSite) -> [UInt8] {
    var writer = PackedWriter()
    packed.pack(into: &writer)
    return writer.bytes
  }

  private static func read(_ packed: [UInt8], _ lasting: [UInt8]) -> PackedSite? {
    var reader = PackedReader(packed)
    let site = PackedSite(from: &reader) { range in
      range.upperBound <= lasting.count ? Array(lasting[range]) : nil
    }
    return reader.isDone ? site : nil
  }

  /// As short as a failing expectation can print it.
  private static func hashes(_ pages: [PageMemo]) -> [UInt64] {
    pages.map { page in
      var writer = PackedWriter()
      page.pack(into: &writer)
      return Hash64.of(writer.bytes)
    }
  }

  @Test("comes back from its bytes, also with pages replaced, and then keeps no more than those")
  func unpacking() async throws {
    let memo = try await Self.memo()
    let (lasting, bytes) = Self.kept(memo)
    var packed = try #require(Self.read(bytes, lasting))
    var read = try #require(await packed.unpacked(jobs: 2))
    #expect(Self.hashes(read.pages) == Self.hashes(memo.pages))
    #expect(Self.bytes(read.forKeeping) == bytes)

    var other = memo
    for position in [0, 100, 101, memo.pages.count - 1] {
      var page = memo.pages[position]
      page.links += [1, 2, 3]
      page.fingerprint += 1
      for _ in 0..<2 {
        read.replace(position, by: page)
        packed.replace(position, by: page)
      }
      other.replace(position, by: page)
    }
    let edited = Self.bytes(packed)
    #expect(Self.bytes(read.forKeeping) == edited)
    #expect(edited.count < bytes.count + 4096)
    let again = try #require(Self.read(edited, lasting))
    #expect(Self.hashes(try #require(await again.unpacked(jobs: 2)).pages) == Self.hashes(other.pages))
    for position in [99, 100, 101, 102] {
      #expect(Self.hashes(try #require(again.pages([position]))) == Self.hashes([other.pages[position]]))
    }
  }

  @Test("bytes that make no sense are refused", arguments: [8, 3000, 9000, 20_000, 60_000])
  func damaged(_ place: Int) async throws {
    let (lasting, packed) = Self.kept(try await Self.memo())
    for isLong in [false, true] {
      var bytes = isLong ? lasting : packed
      guard place + 9 <= bytes.count else { continue }
      bytes.removeSubrange(place..<place + 9)
      let site = Self.read(isLong ? packed : bytes, isLong ? bytes : lasting)
      if let site { #expect(await site.unpacked(jobs: 1) == nil) }
    }
    var bytes = lasting
    bytes[place + 100] ^= 4
    if let site = Self.read(packed, bytes) { #expect(await site.unpacked(jobs: 1) == nil) }
  }
}
