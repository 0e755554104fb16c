internal import Packing

/// What of a text is long and rarely asked for: its HTML and its sections. Either held in memory, or put away.
struct LongPart: Sendable {
  private enum State: Sendable {
    case held(LinkedHTML, [MarkdownText.Section])
    case away(any ByteStore, html: Range<Int>, sections: Range<Int>)
  }

  private var state: State

  init(_ html: LinkedHTML = LinkedHTML(), _ sections: [MarkdownText.Section] = []) {
    state = .held(html, sections)
  }

  var html: LinkedHTML {
    switch state {
    case .held(let html, _): return html
    case .away(let store, let range, _):
      var reader = PackedReader(store.bytes(at: range))
      return LinkedHTML(from: &reader)
    }
  }

  var sections: [MarkdownText.Section] {
    switch state {
    case .held(_, let sections): return sections
    case .away(let store, _, let range):
      var reader = PackedReader(store.bytes(at: range))
      return reader.list { MarkdownText.Section(from: &$0) }
    }
  }

  /// Puts it away, unless the store has no room.
  mutating func move(to store: any ByteStore) {
    guard case .held(let html, let sections) = state else { return }
    var writer = PackedWriter()
    html.pack(into: &writer)
    let length = writer.bytes.count
    writer.list(sections) { $1.pack(into: &$0) }
    guard let range = store.put(writer.bytes) else { return }
    let middle = range.lowerBound + length
    state = .away(store, html: range.lowerBound..<middle, sections: middle..<range.upperBound)
  }
}

extension LongPart {
  /// Where it was put, or itself.
  func pack(into writer: inout PackedWriter) {
    switch state {
    case .away(_, let html, let sections):
      writer.flag(true)
      writer.range(html)
      writer.range(sections)
    case .held(let html, let sections):
      writer.flag(false)
      html.pack(into: &writer)
      writer.list(sections) { $1.pack(into: &$0) }
    }
  }

  init(from reader: inout PackedReader, in store: any ByteStore) {
    state =
      reader.flag()
      ? .away(store, html: reader.range(), sections: reader.range())
      : .held(LinkedHTML(from: &reader), reader.list { MarkdownText.Section(from: &$0) })
  }
}

extension LinkedHTML {
  fileprivate func pack(into writer: inout PackedWriter) {
    writer.data(bytes)
    writer.number(bodyEnd)
    writer.list(slots) { writer, slot in
      writer.number(slot.offset)
      writer.number(slot.link)
      writer.text(slot.url)
    }
  }

  fileprivate init(from reader: inout PackedReader) {
    bytes = reader.data()
    bodyEnd = reader.number()
    slots = reader.list { Slot(offset: $0.number(), link: $0.number(), url: $0.text()) }
  }
}

extension MarkdownText.Section {
  fileprivate func pack(into writer: inout PackedWriter) {
    writer.number(heading ?? -1)
    writer.text(text)
    writer.text(code)
  }

  fileprivate init(from reader: inout PackedReader) {
    let heading = reader.number()
    self.init(heading: heading < 0 ? nil : heading, text: reader.text(), code: reader.text())
  }
}
