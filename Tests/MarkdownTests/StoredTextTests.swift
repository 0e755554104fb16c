import Diagnostics
import Markdown
import Packing
import Synchronization
import Testing

@Suite("Texts that were put away")
struct StoredTextTests {
  private static let source = """
    Intro with [a link](a.md "T") and ![a picture](b.png).

    ## One & [two](b.md#c)

    ```nginx
    server { listen 80; }
    ```

    Größe 日本語[^1]

    [^1]: A note with <https://example.com/?a=1&b=2>.

    """

  @Test("They come back the same, as often as one likes")
  func same() throws {
    let store = Shelf(room: .max)
    for input in [Self.source, "", "no heading"] {
      let source = Source(name: "input.md", text: input)
      let text = parse(input).text
      let place = try #require(text.put(in: store))
      for _ in 0..<2 {
        let back = MarkdownText(in: store, at: place, of: source)
        #expect("\(back)" == "\(text)")
        #expect(back.html.string { "/\($0)" } == text.html.string { "/\($0)" })
      }
    }
    #expect(parse(Self.source).text.codeLanguages == ["nginx"] && store.reads == 6)
  }

  @Test("Where there is no room they stay in memory")
  func full() { #expect(parse(Self.source).text.put(in: Shelf(room: 0)) == nil) }

  @Test("What cannot be read back is empty, and no trap")
  func lost() throws {
    let store = Shelf(room: .max)
    let source = Source(name: "input.md", text: Self.source)
    let place = try #require(parse(Self.source).text.put(in: store))
    store.burn()
    let text = MarkdownText(in: store, at: place, of: source)
    #expect(text.html.bytes.isEmpty && text.sections.isEmpty && text.headings.isEmpty && text.links.isEmpty)
    #expect(text.html.string(text.introductionRange).isEmpty)
  }
}

/// A store in memory with as much room as it is told.
private final class Shelf: ByteStore {
  private let room: Int
  private let state = Mutex<(bytes: [UInt8], reads: Int)>(([], 0))

  init(room: Int) { self.room = room }

  var failure: String? { nil }
  var reads: Int { state.withLock { $0.reads } }

  func put(_ bytes: [UInt8]) -> Range<Int>? {
    state.withLock { state in
      guard state.bytes.count + bytes.count <= room else { return nil }
      state.bytes += bytes
      return state.bytes.count - bytes.count..<state.bytes.count
    }
  }

  func bytes(at range: Range<Int>) -> [UInt8] {
    state.withLock { state in
      state.reads += 1
      return state.bytes.count >= range.upperBound ? Array(state.bytes[range]) : []
    }
  }

  func burn() { state.withLock { $0.bytes = [] } }
}
