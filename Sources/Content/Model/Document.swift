public import Diagnostics
public import Markdown
internal import Packing

/// A Markdown file after parsing and link resolution: what every kind of page has in common.
public struct Document: Sendable {
  /// Relative to the author's folder: `content/articles/causes/dns.md`.
  public let source: Source
  /// The bytes after the front matter.
  public let bodyRange: Range<Int>
  public let body: MarkdownText
  /// Where each of `body.links` leads, by index.
  public let targets: [LinkTarget]

  /// Whether it came with the program, so that the author has no file of it.
  public var isBuiltIn = false

  /// Changes with the source's bytes.
  public let fingerprint: UInt64

  public init(source: Source, bodyRange: Range<Int>, body: MarkdownText, targets: [LinkTarget]) {
    self.source = source
    fingerprint = Hash64.of(source.bytes)
    self.bodyRange = bodyRange
    self.body = body
    self.targets = targets
  }

  /// A document of which only the outline is wanted.
  init(outlineOf source: Source, headings: [String]) {
    self.source = source
    fingerprint = 0
    bodyRange = 0..<0
    body = .outline(headings)
    targets = []
  }

  /// A document of which only the outline is known: enough for everything but its own page.
  init(outlineOf name: String, fingerprint: UInt64, headings: [String]) {
    source = Source(name: name, bytes: [])
    self.fingerprint = fingerprint
    bodyRange = 0..<0
    body = .outline(headings)
    targets = []
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
}
