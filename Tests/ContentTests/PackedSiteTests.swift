import Diagnostics
import Foundation
import Packing
import TestSupport
import Testing

@testable import Content

/// What a build keeps of a site's pages for the next one.
@Suite("A remembered site")
struct PackedSiteTests {
  private static let edited = "articles/topic-4/a-7.md"

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

  /// As short as a failing expectation can print it.
  private static func hash(_ pack: (inout PackedWriter) -> Void) -> UInt64 { Hash64.of(bytes(pack)) }

  private static func bytes(_ pack: (inout PackedWriter) -> Void) -> [UInt8] {
    var writer = PackedWriter()
    pack(&writer)
    return writer.bytes
  }

  private static func read(_ bytes: [UInt8]) throws -> PackedSite {
    var reader = PackedReader(bytes)
    let packed = PackedSite(from: &reader)
    try #require(reader.isDone)
    return packed
  }

  @Test("comes back from its bytes, and one with a page replaced is packed like a new one")
  func unpacking() async throws {
    let memo = try await Self.memo()
    let bytes = Self.bytes(memo.pack)
    let packed = try Self.read(bytes)
    var read = try #require(await packed.unpacked(jobs: 2))
    #expect(read.pages.count == memo.pages.count && Self.hash(read.pack) == Hash64.of(bytes))

    var (other, patched) = (memo, packed)
    for position in [0, 100, 101, memo.pages.count - 1] {
      var page = memo.pages[position]
      page.links += [1, 2, 3]
      page.fingerprint += 1
      read.replace(position, by: page)
      other.replace(position, by: page)
      patched.replace(position, by: page)
    }
    #expect(Self.hash(read.pack) == Self.hash(other.pack))
    #expect(Self.hash(patched.pack) == Self.hash(other.pack))
  }

  @Test("bytes that make no sense are refused", arguments: [8, 3000, 9000, 20_000])
  func damaged(_ place: Int) async throws {
    var bytes = Self.bytes(try await Self.memo().pack)
    bytes.removeSubrange(place..<place + 9)
    var reader = PackedReader(bytes)
    let packed = PackedSite(from: &reader)
    if reader.isDone { #expect(await packed.unpacked(jobs: 1) == nil) }
  }

  @Test("an edited text is looked up in an excerpt")
  func excerpt() async throws {
    let packed = try Self.read(Self.bytes(try await Self.memo().pack))
    let update = try #require(Self.update(packed, Self.text(Self.edited) + "\nMore.\n"))
    let articles = update.excerpt.defaultArticles.map(\.path.text)
    #expect(articles.count < 260, "\(articles.count)")
    for path in (0..<30).map({ "articles/topic-4/a-\($0)/" }) + [
      "articles/topic-0/a-0/", "articles/topic-9/",
    ] {
      #expect(articles.contains(path), "\(path)")
    }
    let position = try #require(update.packed.position(Self.edited))
    #expect(update.packed.page(position)?.fingerprint != packed.page(position)?.fingerprint)
    // Whatever needs a look at the whole site.
    let today = Day("2026-01-01")
    #expect(try #require(update.staleReport(on: today) { _ in [] }).isEmpty)
  }

  @Test(
    "more than a text is left to who knows the whole site",
    arguments: [
      ("title: Article", "title: Other"), ("## One", "## Another"), ("a-0.md#one", "nowhere.md"),
      ("reviewed: 2020-01-01", "draft: true"), ("reviewed: 2020-01-01", "tags: [x]"),
      ("---\ntitle", "---\n: title"),
    ])
  func more(_ old: String, _ new: String) async throws {
    let packed = try Self.read(Self.bytes(try await Self.memo().pack))
    #expect(Self.update(packed, Self.text(Self.edited).replacing(old, with: new)) == nil)
  }

  private static func update(_ packed: PackedSite, _ text: String) -> TextUpdate? {
    TextUpdate(packed, edited: [edited: Array(text.utf8)], options: .init()) { _ in true }
  }
}
