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

  /// How many folders it lies below the site's root.
  public var depth: Int { text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "/") ? 1 : 0) } }

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
    var (from, to) = (origin.text, text)
    return from.withUTF8 { from in
      to.withUTF8 { to in
        var folder = 0
        var index = 0
        while index < from.count, index < to.count, from[index] == to[index] {
          index += 1
          if to[index - 1] == slash { folder = index }
        }
        var depth = 0
        for byte in from[folder...] where byte == slash { depth += 1 }
        return Self.url(UnsafeBufferPointer(rebasing: to[folder...]), below: depth, isPage: to.last ?? slash == slash)
      }
    }
  }

  /// `path`, encoded, seen from `depth` folders further down; of a page its file.
  private static func url(_ path: UnsafeBufferPointer<UInt8>, below depth: Int, isPage: Bool) -> String {
    let file: StaticString = isPage ? "index.html" : ""
    guard URLText.isPath(path) else {
      let path = String(decoding: path, as: UTF8.self)
      return String(repeating: "../", count: depth) + URLText.path(path) + "\(file)"
    }
    return String(unsafeUninitializedCapacity: 3 * depth + path.count + file.utf8CodeUnitCount) { buffer in
      var count = 0
      func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        for byte in bytes {
          buffer.initializeElement(at: count, to: byte)
          count += 1
        }
      }
      for _ in 0..<depth { ("../" as StaticString).withUTF8Buffer(append) }
      append(path)
      file.withUTF8Buffer(append)
      return count
    }
  }

  /// The absolute URL below `base`, which ends in a slash; pages without their `index.html`.
  public func absolute(below base: String) -> String {
    base + URLText.path(text)
  }
}
