public import Diagnostics
public import Packing

/// A text on its way to a store and back: of its long part only the place, if that is there already.
extension MarkdownText {
  public func pack(into writer: inout PackedWriter) {
    long.pack(into: &writer)
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

  /// - Parameter source: what the text was parsed from.
  public init(from reader: inout PackedReader, of source: Source, in store: any ByteStore) {
    self.init(LongPart(from: &reader, in: store))
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
