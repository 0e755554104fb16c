public import Diagnostics
public import Packing

/// A text on its way to a store and back.
extension MarkdownText {
  /// Where the text is put; nil when the store has no room.
  public func put(in store: any ByteStore) -> Range<Int>? {
    var writer = PackedWriter()
    pack(into: &writer)
    return store.put(writer.bytes)
  }

  /// What was put at a place, empty if it cannot be read back.
  ///
  /// - Parameter source: what the text was parsed from.
  public init(in store: any ByteStore, at place: Range<Int>, of source: Source) {
    var reader = PackedReader(store.bytes(at: place))
    self.init(from: &reader, of: source)
  }

  private func pack(into writer: inout PackedWriter) {
    html.pack(into: &writer)
    writer.list(sections) { writer, section in
      writer.number(section.heading ?? -1)
      writer.texts([section.text, section.code])
    }
    writer.list(headings) { writer, heading in
      writer.numbers([heading.level, heading.htmlOffset, heading.htmlEnd])
      writer.texts([heading.id, heading.text, heading.inlineHTML])
      writer.range(heading.place.range)
    }
    writer.list(links) { writer, link in
      writer.number(link.kind.rawValue)
      writer.texts([link.destination, link.title, link.text])
      writer.range(link.place.range)
    }
    writer.numbers([footnoteCount, tabGroupCount])
    writer.texts(codeLanguages)
  }

  private init(from reader: inout PackedReader, of source: Source) {
    let html = LinkedHTML(from: &reader)
    let sections = reader.list { reader in
      let (heading, texts) = (reader.number(), reader.texts() + ["", ""])
      return Section(heading: heading < 0 ? nil : heading, text: texts[0], code: texts[1])
    }
    self.init(html: html, sections: sections)
    headings = reader.list { reader in
      let (numbers, texts) = (reader.numbers() + [0, 0, 0], reader.texts() + ["", "", ""])
      return Heading(
        level: numbers[0], id: texts[0], text: texts[1], inlineHTML: texts[2], place: source.place(reader.range()),
        htmlOffset: numbers[1], htmlEnd: numbers[2])
    }
    links = reader.list { reader in
      let (kind, texts) = (Link.Kind(rawValue: reader.number()) ?? .link, reader.texts() + ["", "", ""])
      return Link(
        kind: kind, destination: texts[0], title: texts[1], text: texts[2], place: source.place(reader.range()))
    }
    let counts = reader.numbers() + [0, 0]
    (footnoteCount, tabGroupCount) = (counts[0], counts[1])
    codeLanguages = reader.texts()
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
