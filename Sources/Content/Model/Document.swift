public import Diagnostics
public import Markdown
internal import Packing

/// A Markdown file after parsing and link resolution: what every kind of page has in common.
public struct Document: Sendable {
  /// Relative to the author's folder: `content/articles/causes/dns.md`. Without bytes where only an edit's outline is at hand.
  public let source: Source
  /// The bytes after the front matter.
  public let bodyRange: Range<Int>
  public let body: MarkdownText
  /// Where each of `body.links` leads, by index.
  public let targets: [LinkTarget]
  /// The ids of its headings, which links of other pages name.
  public let headings: [String]

  /// Whether it came with the program, so that the author has no file of it.
  public var isBuiltIn = false

  /// Changes with the source's bytes.
  public let fingerprint: UInt64
  /// Where all that only its own page shows was put away: the text, and where its links lead.
  private var place: (store: any ByteStore, text: Range<Int>, links: Range<Int>)?

  init(source: Source, bodyRange: Range<Int>, body: MarkdownText, targets: [LinkTarget], fingerprint: UInt64) {
    self.init(source, bodyRange, body, targets, headings: body.headings.map(\.id), fingerprint: fingerprint)
  }

  /// A document of which only the outline is known: enough for everything but its own page.
  init(outlineOf source: Source, fingerprint: UInt64 = 0, headings: [String]) {
    self.init(source, 0..<0, .empty, [], headings: headings, fingerprint: fingerprint)
  }

  private init(
    _ source: Source, _ bodyRange: Range<Int>, _ body: MarkdownText, _ targets: [LinkTarget], headings: [String],
    fingerprint: UInt64
  ) {
    (self.source, self.bodyRange, self.body, self.targets) = (source, bodyRange, body, targets)
    (self.headings, self.fingerprint) = (headings, fingerprint)
  }

  var isAway: Bool { place != nil }

  /// The document with its text: read anew each time where that was put away.
  public var whole: Document {
    guard let place else { return self }
    let body = MarkdownText(in: place.store, at: place.text, of: source)
    var reader = PackedReader(place.store.bytes(at: place.links))
    var whole = Document(
      source, reader.range(), body, reader.list { LinkTarget(from: &$0) }, headings: headings, fingerprint: fingerprint)
    whole.isBuiltIn = isBuiltIn
    return whole
  }

  /// Its outline, which knows where the rest is; the whole where its text was not put away or the store has no room.
  ///
  /// - Parameter text: where the text is.
  func putAway(beside text: (store: any ByteStore, range: Range<Int>)?) -> Document {
    guard let (store, range) = text else { return self }
    var writer = PackedWriter()
    writer.range(bodyRange)
    writer.list(targets) { $1.pack(into: &$0) }
    guard let links = store.put(writer.bytes) else { return self }
    var outline = Document(outlineOf: source, fingerprint: fingerprint, headings: headings)
    outline.isBuiltIn = isBuiltIn
    outline.place = (store, range, links)
    return outline
  }
}

/// Where a link in a document leads, once it has been looked up.
public enum LinkTarget: Sendable, Hashable {
  /// A page of this site, and the heading's id if the link names one.
  case page(SitePath, fragment: String?)
  /// A file that is published beside the pages, such as an image.
  case asset(SitePath)
  /// A heading of the same page.
  case fragment(String)
  /// Somewhere else: an absolute URL, `mailto:` and the like.
  case external(String)
  /// Nowhere; it has been reported.
  case broken

  fileprivate func pack(into writer: inout PackedWriter) {
    let (kind, text, fragment): (Int, String, String?) =
      switch self {
      case .page(let path, let fragment): (0, path.text, fragment)
      case .asset(let path): (1, path.text, nil)
      case .fragment(let id): (2, id, nil)
      case .external(let url): (3, url, nil)
      case .broken: (4, "", nil)
      }
    writer.number(kind)
    writer.text(text)
    writer.optional(fragment) { $0.text($1) }
  }

  fileprivate init(from reader: inout PackedReader) {
    let (kind, text, fragment) = (reader.number(), reader.text(), reader.optional { $0.text() })
    self =
      switch kind {
      case 0: .page(SitePath(text), fragment: fragment)
      case 1: .asset(SitePath(text))
      case 2: .fragment(text)
      case 3: .external(text)
      default: .broken
      }
  }
}
