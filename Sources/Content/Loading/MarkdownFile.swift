internal import Diagnostics
internal import Markdown
internal import Packing

/// A `.md` file after its front matter was checked and its body parsed, before its links are looked up. An object, because
/// it holds much that would be copied each time that somebody looks at it.
final class MarkdownFile: Sendable {
  let name: MarkdownFileName
  let source: Source
  let front: Record
  let bodyRange: Range<Int>
  /// Empty where it was put away.
  let body: MarkdownText
  /// The ids of its headings, which links name.
  let headings: [String]
  /// Changes with the file's bytes.
  let fingerprint: UInt64
  let report: Report
  /// Whether only the front matter and the headings are known; what is wrong in the file is then not reported.
  let isOutline: Bool
  /// Whether it came with the program.
  let isBuiltIn: Bool
  /// Where the text was put away.
  let place: (store: any ByteStore, range: Range<Int>)?

  /// Parses one file. The front matter's shape follows from where the file lies. A file whose front matter is beyond
  /// repair still yields its body, so that links to it and in it are judged in the same run.
  ///
  /// - Parameter store: where the source and, of an article, the parsed text are put away, if anywhere.
  init(
    name: MarkdownFileName, source: Source, options: MarkdownOptions, isOutline: Bool = false,
    isBuiltIn: Bool = false, store: (any ByteStore)? = nil
  ) {
    let source = store.map(source.shelved) ?? source
    source.hold()
    defer { source.release() }
    var report = Report()
    var record: Record?
    var bodyRange = 0..<source.count
    if let front = FrontMatter(source, into: &report) {
      bodyRange = front.body
      if let yaml = YAMLDocument(source, range: front.range, into: &report) {
        record = ShapeCheck(document: yaml, subject: name.kind.subject).record(name.kind.shape, into: &report)
      }
    }
    var options = options
    options.isOutline = isOutline
    let body = MarkdownText.parse(source, body: bodyRange, options: options, into: &report)
    // Definitions of codes are few, and many pages show them.
    let shelf = isOutline || name.isErrorDefinition ? nil : store
    place = shelf.flatMap { shelf in body.put(in: shelf).map { (shelf, $0) } }
    self.body = place == nil ? body : .empty
    headings = body.headings.map(\.id)
    fingerprint = Hash64.of(source.bytes)
    self.name = name
    self.source = source
    self.bodyRange = bodyRange
    front = record ?? Record(place: source.place(0..<0))
    self.report = isOutline ? Report() : report
    self.isOutline = isOutline
    self.isBuiltIn = isBuiltIn
  }

  /// The file with its text: read anew each time where that was put away.
  var whole: MarkdownFile { place == nil ? self : MarkdownFile(whole: self) }

  private init(whole file: MarkdownFile) {
    body = file.place.map { MarkdownText(in: $0.store, at: $0.range, of: file.source) } ?? file.body
    (name, source, front, bodyRange) = (file.name, file.source, file.front, file.bodyRange)
    (headings, fingerprint, report, place) = (file.headings, file.fingerprint, file.report, file.place)
    (isOutline, isBuiltIn) = (file.isOutline, file.isBuiltIn)
  }

  /// The page as other pages know it.
  var outline: Document { Document(outlineOf: Source(name: source.name, bytes: []), headings: headings) }
}

/// What a Markdown file's path says: its kind, its page and its language.
struct MarkdownFileName: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case article, topic
    case errorDefinition(key: String)

    var shape: ObjectShape {
      switch self {
      case .article, .topic: Schemas.article
      case .errorDefinition: Schemas.errorDefinition
      }
    }

    var subject: String {
      switch self {
      case .article: "an article's front matter"
      case .topic: "a topic's front matter"
      case .errorDefinition: "an error definition's front matter"
      }
    }
  }

  /// Relative to the content folder.
  let path: String
  /// The path without the language suffix: links name this one.
  let neutralPath: String
  let kind: Kind
  let page: SitePath
  /// Nil for the default language.
  let language: String?

  /// The status code an error definition's file is named after, as written.
  var errorKey: String? { if case .errorDefinition(let key) = kind { key } else { nil } }
  var isErrorDefinition: Bool { errorKey != nil }

  /// Nil when a `.md` file at this path is none of ours.
  init?(path: String, languages: [String]) {
    let bytes = path.utf8
    guard path.hasSuffix(".md") else { return nil }
    let end = bytes.index(bytes.endIndex, offsetBy: -3)
    let slash = bytes[..<end].lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { path[..<$0] } ?? ""
    var stem = path[(slash.map { bytes.index(after: $0) } ?? bytes.startIndex)..<end]
    guard !stem.isEmpty else { return nil }
    var language: String?
    if languages.count > 1, let dot = stem.utf8.lastIndex(of: UInt8(ascii: ".")) {
      let suffix = String(stem[stem.utf8.index(after: dot)...])
      if languages.dropFirst().contains(suffix) {
        language = suffix
        stem = stem[..<dot]
      }
    }
    self.path = path
    self.language = language
    neutralPath = language == nil ? path : "\(folder)\(slash == nil ? "" : "/")\(stem).md"
    if folder == "errors" {
      kind = .errorDefinition(key: String(stem))
      page = .code(String(stem))
    } else if folder == "articles" || folder.hasPrefix("articles/") {
      kind = stem == "index" ? .topic : .article
      page = SitePath(stem == "index" ? "\(folder)/" : "\(folder)/\(stem)/")
    } else {
      return nil
    }
  }
}
