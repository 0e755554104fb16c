public import Diagnostics

/// A Markdown text, parsed and rendered once; only its links wait for their URLs.
public struct MarkdownText: Sendable {
  /// The HTML, with slots where the URLs of links and images go.
  public let html: LinkedHTML
  /// In document order.
  public internal(set) var headings: [Heading] = []
  /// In document order, safe ones only; a slot names its link by index.
  public internal(set) var links: [Link] = []
  /// The text before the first heading, then one section for each heading; for a search index.
  public let sections: [Section]
  /// Footnotes that the text refers to.
  public internal(set) var footnoteCount = 0
  public internal(set) var tabGroupCount = 0
  /// The languages of the code blocks, as written, without repetition, in order of appearance.
  public internal(set) var codeLanguages: [String] = []

  init(html: LinkedHTML = LinkedHTML(), sections: [Section] = []) {
    (self.html, self.sections) = (html, sections)
  }

  /// A text without anything in it.
  public static let empty = MarkdownText()

  public struct Heading: Sendable {
    /// 1 to 6.
    public let level: Int
    /// By GitHub's rule, unique in the text; empty if the options ask for none. Links use this form, and the element's
    /// `id` attribute is `MarkdownOptions.idPrefix` followed by it.
    public let id: String
    public let text: String
    /// The heading's content as markup without links, for a table of contents.
    public let inlineHTML: String
    public let place: Place
    /// Where the heading's element starts in `html.bytes`.
    public let htmlOffset: Int
    /// Where its element has ended.
    public let htmlEnd: Int
  }

  public struct Link: Sendable {
    public enum Kind: Int, Sendable, Hashable {
      case link, image
      /// An address that is its own text, in angle brackets or bare.
      case autolink
    }

    public let kind: Kind
    /// As written, character references and backslash escapes decoded; `mailto:` and `http://` added where the text
    /// leaves them out.
    public let destination: String
    public let title: String
    /// What the link reads, or the image's alternative text.
    public internal(set) var text: String
    /// The destination in the source; the first line of the block if it cannot be found there.
    public let place: Place
  }

  public struct Section: Sendable {
    /// Index into `headings`; nil for the text before the first.
    public let heading: Int?
    /// Without the heading itself and without code blocks; blocks are separated by line breaks.
    public let text: String
    /// The code blocks' text.
    public let code: String
  }
}

extension MarkdownText {
  /// The part of `html` that belongs to a heading: from its element, or behind it, up to the next heading of the same
  /// or a higher level (or the footnotes).
  public func htmlRange(ofHeading index: Int, includingHeading: Bool = true) -> Range<Int> {
    let heading = headings[index]
    let end = headings[(index + 1)...].first { $0.level <= heading.level }?.htmlOffset ?? html.bodyEnd
    return (includingHeading ? heading.htmlOffset : heading.htmlEnd)..<max(end, heading.htmlEnd)
  }

  /// The part of `html` before the first heading.
  public var introductionRange: Range<Int> {
    0..<(headings.first?.htmlOffset ?? html.bodyEnd)
  }
}
