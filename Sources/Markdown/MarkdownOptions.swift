/// What a text may use and how it is rendered.
public struct MarkdownOptions: Sendable {
  /// Passes the author's raw HTML through; otherwise it is left out and reported.
  public var rawHTML = false
  /// Lets `javascript:`, `vbscript:`, `file:` and `data:` links through; otherwise they become empty and are reported.
  public var unsafeLinks = false
  /// The longest text accepted, in bytes. libcmark 0.30 takes quadratic time for some inputs; this bounds it.
  public var maximumBytes = 262_144
  public var extensions = Extensions.all
  /// Adds a link to itself to each heading that has an id.
  public var headingAnchors = false
  /// Put in front of every generated id, for pages that hold more than one text.
  public var idPrefix = ""
  /// The words that this module adds to a page, in the page's language.
  public var strings = MarkdownStrings()
  /// Whether only the headings and their ids are wanted: the text comes without HTML, links and sections.
  public var isOutline = false

  public init() {}

  /// CommonMark 0.30 as libcmark renders it with `--unsafe`, nothing added.
  public static var commonMark: MarkdownOptions {
    var options = MarkdownOptions()
    options.rawHTML = true
    options.unsafeLinks = true
    options.extensions = []
    return options
  }

  /// What goes beyond CommonMark.
  public struct Extensions: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Pipe tables (GFM, section 4.10).
    public static let tables = Extensions(rawValue: 1 << 0)
    /// `~text~` and `~~text~~` (GFM, section 6.5).
    public static let strikethrough = Extensions(rawValue: 1 << 1)
    /// `- [ ]` and `- [x]` (GFM, section 5.3).
    public static let taskLists = Extensions(rawValue: 1 << 2)
    /// `https://…`, `www.…` and e-mail addresses without brackets (GFM, section 6.9).
    public static let bareLinks = Extensions(rawValue: 1 << 3)
    /// `[^1]` and `[^1]: text`.
    public static let footnotes = Extensions(rawValue: 1 << 4)
    /// `> [!NOTE]`.
    public static let callouts = Extensions(rawValue: 1 << 5)
    /// Consecutive code blocks with `tab="name"`.
    public static let tabs = Extensions(rawValue: 1 << 6)
    /// Ids for headings, by GitHub's rule.
    public static let headingIDs = Extensions(rawValue: 1 << 7)
    /// Colours for code in a language we know.
    public static let highlighting = Extensions(rawValue: 1 << 8)
    /// Scrollable containers around tables, `loading="lazy"` on images, names for check boxes.
    public static let friendlyMarkup = Extensions(rawValue: 1 << 9)

    /// Code blocks named `request-path` as drawings.
    public static let requestPaths = Extensions(rawValue: 1 << 10)

    /// `title="file"` and `mark="2-4"` behind the language of a code block.
    public static let codeAttributes = Extensions(rawValue: 1 << 11)

    public static let gfm: Extensions = [.tables, .strikethrough, .taskLists, .bareLinks]
    public static let all: Extensions = [
      .gfm, .footnotes, .callouts, .tabs, .headingIDs, .highlighting, .friendlyMarkup, .requestPaths,
      .codeAttributes,
    ]
  }
}
