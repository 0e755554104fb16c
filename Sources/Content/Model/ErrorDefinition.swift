internal import Markdown

/// A status code as `content/errors/NNN.md` defines it: what the error pages need and what the help site tells
/// visitors, site owners and developers. An object, as an `Article` is.
public final class ErrorDefinition: Sendable {
  /// The HTTP status code, 400…599.
  public let code: Int
  /// The reason phrase of the IANA registry or, for unregistered codes, of the program that sends it.
  public let reason: String
  public let description: String
  public let hop: Hop
  public let retry: Retry
  /// Whole seconds for `Retry-After` (RFC 9110, section 10.2.3), where that field means something.
  public let retryAfter: Int?
  /// The page of the help article; the loader has proved that it exists.
  public let article: SitePath
  public let related: [Int]
  public let keywords: [String]
  public let reviewed: Day?
  /// The day its file was last changed, where the history of a repository tells.
  public let changed: Day?
  public let sources: [Evidence]
  public let page: Document

  init(
    code: Int, reason: String, description: String, hop: Hop, retry: Retry, retryAfter: Int?, article: SitePath,
    related: [Int], keywords: [String], reviewed: Day?, changed: Day? = nil, sources: [Evidence], page: Document
  ) {
    (self.code, self.reason, self.description, self.hop) = (code, reason, description, hop)
    (self.retry, self.retryAfter, self.article, self.related) = (retry, retryAfter, article, related)
    (self.keywords, self.reviewed, self.changed) = (keywords, reviewed, changed)
    (self.sources, self.page) = (sources, page)
  }

  /// The same definition with the day of its last change.
  func dated(_ changed: Day?) -> ErrorDefinition {
    ErrorDefinition(
      code: code, reason: reason, description: description, hop: hop, retry: retry, retryAfter: retryAfter,
      article: article, related: related, keywords: keywords, reviewed: reviewed, changed: changed, sources: sources,
      page: page)
  }

  public var key: String { String(code) }
  public var path: SitePath { .code(key) }

  /// Whether the request got through to the server, which judged it: nothing on the way failed.
  public var isAnswered: Bool { hop == .server && code < 500 }

  /// Which class's text speaks of the same place, for a language that has no text for the code: what stopped before the
  /// site was asked is no failure of the site, whatever the code begins with.
  public var family: Int { hop == .visitor || hop == .visitorToEdge ? 4 : code / 100 }

  /// Which station or link of the path visitor → edge → server failed, and is drawn broken.
  public enum Hop: String, Sendable, CaseIterable {
    case visitor, edge, server
    case visitorToEdge = "visitor-edge"
    case edgeToServer = "edge-server"
  }

  /// Whether the same request may be sent again.
  public enum Retry: String, Sendable, CaseIterable {
    /// At once: the failure was in passing.
    case now
    /// After a while: the server is expected to recover.
    case later
    /// Only after something in the request was changed.
    case changed
    /// Never: the answer will stay the same.
    case never
  }

  /// The three readers a code's page speaks to, in the order their sections stand in.
  public enum Reader: String, Sendable, CaseIterable {
    case visitor, owner, developer

    /// The second-level heading that opens the reader's section in `content/errors/NNN.md`.
    public var heading: String {
      switch self {
      case .visitor: "For visitors"
      case .owner: "For site owners"
      case .developer: "For developers"
      }
    }
  }

  /// The id of the heading that opens the reader's section; nil if there is none.
  public func section(for reader: Reader) -> String? {
    let openings = page.body.headings.filter { $0.level == 2 }
    guard let index = Reader.allCases.firstIndex(of: reader), openings.indices.contains(index) else { return nil }
    return openings[index].id
  }

  /// The part of the body's HTML that is addressed to `reader`, without the section's own heading; nil stands for the
  /// introduction.
  public func htmlRange(for reader: Reader?) -> Range<Int> {
    let openings = page.body.headings.indices.filter { page.body.headings[$0].level == 2 }
    guard let reader else {
      return 0..<(openings.first.map { page.body.headings[$0].htmlOffset } ?? page.body.html.bytes.count)
    }
    guard let index = Reader.allCases.firstIndex(of: reader), index < openings.count else { return 0..<0 }
    return page.body.htmlRange(ofHeading: openings[index], includingHeading: false)
  }
}
