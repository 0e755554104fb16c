internal import Escaping

/// Where a page or file lies inside the help site, relative to the site's root, without a leading slash.
///
/// A page is a folder with an `index.html` and ends in `/`: `codes/502/`; the home page is the empty path. Links
/// between pages are relative and name `index.html`, so that the site works under any base path and from `file://`.
public struct SitePath: Sendable, Hashable, Comparable {
  public let text: String

  public init(_ text: String) {
    self.text = text
  }

  public static let home = SitePath("")

  public static func code(_ key: String) -> SitePath { SitePath("codes/\(key)/") }

  public static func < (left: SitePath, right: SitePath) -> Bool { left.text < right.text }

  public var isPage: Bool { text.isEmpty || text.hasSuffix("/") }

  /// The file that holds it: `codes/502/index.html` for a page, the path itself for a file.
  public var file: String { isPage ? text + "index.html" : text }

  /// The page's Markdown twin.
  public var markdownFile: String { text + "index.md" }

  /// The same path below a language's folder; `language` nil stands for the default language, which has none.
  public func inLanguage(_ language: String?) -> SitePath {
    language.map { SitePath("\($0)/\(text)") } ?? self
  }

  /// The relative URL from the page `origin` to this one, percent-encoded.
  public func relative(from origin: SitePath) -> String {
    let from = origin.file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let to = file.split(separator: "/", omittingEmptySubsequences: false)
    var shared = 0
    while shared < from.count, shared < to.count - 1, from[shared] == to[shared] { shared += 1 }
    let up = repeatElement("..", count: from.count - shared)
    return URLText.path((up + to[shared...].map(String.init)).joined(separator: "/"))
  }

  /// The absolute URL below `base`, which ends in a slash; pages without their `index.html`.
  public func absolute(below base: String) -> String {
    base + URLText.path(text)
  }
}
