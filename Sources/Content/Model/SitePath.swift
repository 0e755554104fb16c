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
    let slash = UInt8(ascii: "/")
    let (from, to) = (Array(origin.text.utf8), Array(file.utf8))
    var folder = 0
    var index = 0
    while index < from.count, index < to.count, from[index] == to[index] {
      index += 1
      if to[index - 1] == slash { folder = index }
    }
    let depth = from[folder...].reduce(0) { $0 + ($1 == slash ? 1 : 0) }
    return String(repeating: "../", count: depth) + URLText.path(String(decoding: to[folder...], as: UTF8.self))
  }

  /// The absolute URL below `base`, which ends in a slash; pages without their `index.html`.
  public func absolute(below base: String) -> String {
    base + URLText.path(text)
  }
}
