import Diagnostics
import Markdown
import Packing
import Synchronization
import Testing

@Suite("Texts that were put away")
struct LongPartTests {
  private static let source = """
    Intro with [a link](a.md "T") and ![a picture](b.png).

    ## One & [two](b.md#c)

    ```nginx
    server { listen 80; }
    ```

    Größe 日本語[^1]

    [^1]: A note with <https://example.com/?a=1&b=2>.

    """

  @Test("They read the same as before, as often as one likes")
  func same() {
    let store = Shelf(room: .max)
    for source in [Self.source, "", "no heading"] {
      let held = parse(source).text
      var away = held
      away.moveLongPart(to: store)
      for _ in 0..<2 {
        #expect(away.html.bytes == held.html.bytes)
        #expect(away.html.slots == held.html.slots)
        #expect(away.html.bodyEnd == held.html.bodyEnd)
        #expect(away.html.string { "/\($0)" } == held.html.string { "/\($0)" })
        #expect(away.sections.map(\.heading) == held.sections.map(\.heading))
        #expect(away.sections.map(\.text) == held.sections.map(\.text))
        #expect(away.sections.map(\.code) == held.sections.map(\.code))
      }
      #expect(away.headings.map(\.id) == held.headings.map(\.id))
    }
    #expect(store.reads > 0)
  }

  @Test("Packed as a whole they come back with headings, links and places")
  func packed() {
    let source = Source(name: "input.md", text: Self.source)
    let text = parse(Self.source).text
    var away = text
    away.moveLongPart(to: Shelf(room: 0))
    let store = Shelf(room: .max)
    var moved = text
    moved.moveLongPart(to: store)
    for text in [away, moved] {
      var writer = PackedWriter()
      text.pack(into: &writer)
      var reader = PackedReader(writer.bytes)
      let back = MarkdownText(from: &reader, of: source, in: store)
      #expect(reader.isDone)
      #expect(back.html.string { "/\($0)" } == text.html.string { "/\($0)" })
      #expect(back.headings.map { "\($0)" } == text.headings.map { "\($0)" })
      #expect(back.links.map { "\($0)" } == text.links.map { "\($0)" })
      #expect(back.codeLanguages == ["nginx"] && back.footnoteCount == 1)
    }
  }

  @Test("Where there is no room they stay in memory")
  func full() {
    let store = Shelf(room: 0)
    var text = parse(Self.source).text
    text.moveLongPart(to: store)
    #expect(text.html.bytes == parse(Self.source).text.html.bytes)
    #expect(store.reads == 0)
  }

  @Test("What cannot be read back is empty, and no trap")
  func lost() {
    let store = Shelf(room: .max)
    var text = parse(Self.source).text
    text.moveLongPart(to: store)
    store.burn()
    #expect(text.html.bytes.isEmpty && text.sections.isEmpty)
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
