internal import Diagnostics
internal import Markdown
import Synchronization

/// What links can lead to: every page by the path of its `.md` file, and every other file of the folder.
struct PageIndex: Sendable {
  struct Page: Sendable {
    let path: SitePath
    /// The ids of the page's headings.
    let fragments: [String]
  }

  /// By neutral path, of the default language or, failing that, whichever language has the page.
  private(set) var pages: [String: Page] = [:]
  /// Pages of other languages, by language and neutral path.
  private var translations: [String: [String: Page]] = [:]
  var files: Set<String> = [] {
    didSet { suggestions = Suggestions() }
  }
  private var suggestions = Suggestions()
  /// Neutral paths of the drafts that this build leaves out.
  private(set) var drafts: Set<String> = []

  /// Neutral paths of texts that come with the program and that this site does not publish.
  let withheld: Set<String>

  init(_ markdown: [MarkdownFile], files: Set<String>, includesDrafts: Bool, withheld: Set<String> = []) {
    self.files = files
    self.withheld = withheld
    for file in markdown where !file.isBuiltIn || !withheld.contains(file.name.neutralPath) {
      add(
        file.name, headings: file.headings, isDraft: file.front.boolean("draft") == true,
        includesDrafts: includesDrafts)
    }
  }

  init(files: Set<String>) {
    self.files = files
    withheld = []
  }

  mutating func add(_ name: MarkdownFileName, headings: [String], isDraft: Bool, includesDrafts: Bool) {
    if isDraft, !includesDrafts {
      drafts.insert(name.neutralPath)
      return
    }
    let page = Page(path: name.page, fragments: headings)
    suggestions = Suggestions()
    if let language = name.language {
      translations[language, default: [:]][name.neutralPath] = page
    } else {
      pages[name.neutralPath] = page
    }
  }

  /// The page somebody probably meant by a path that does not exist.
  func page(like path: String) -> String? {
    suggestions.pages.withLock { known in
      let names = known ?? PathSuggestions(pages.keys)
      known = names
      return names.nearest(path)
    }
  }

  /// The file besides pages and data that somebody probably meant.
  func picture(like path: String) -> String? {
    suggestions.pictures.withLock { known in
      let names = known ?? PathSuggestions(files.filter { !$0.hasSuffix(".md") && !$0.hasSuffix(".yaml") })
      known = names
      return names.nearest(path)
    }
  }

  /// Made when the first link turns out to lead nowhere: a site may have thousands of such links.
  private final class Suggestions: Sendable {
    let pages = Mutex<PathSuggestions?>(nil)
    let pictures = Mutex<PathSuggestions?>(nil)
  }

  /// The page of a `.md` path, as a reader of `language` sees it.
  func page(_ path: String, language: String?) -> Page? {
    language.flatMap { translations[$0]?[path] } ?? pages[path]
  }
}

/// Relative paths between files of the content folder.
enum RelativePath {
  /// The path that `relative` names, seen from `folder`, whose path ends in a slash or is empty; nil when it climbs out of
  /// the content folder.
  static func resolve(_ relative: String, from folder: String) -> String? {
    let slash = UInt8(ascii: "/")
    var path = Array(folder.utf8)
    var relative = relative
    let isInside = relative.withUTF8 { bytes in
      var index = 0
      while index < bytes.count {
        let start = index
        while index < bytes.count, bytes[index] != slash { index += 1 }
        let part = UnsafeBufferPointer(rebasing: bytes[start..<index])
        index += 1
        let isDots = part.count < 3 && part.allSatisfy { $0 == UInt8(ascii: ".") }
        if !isDots {
          path.append(contentsOf: part)
          path.append(slash)
        } else if part.count == 2 {
          guard path.popLast() != nil else { return false }
          while let last = path.last, last != slash { path.removeLast() }
        }
      }
      return true
    }
    return isInside ? String(decoding: path.dropLast(), as: UTF8.self) : nil
  }

  /// The relative path from `folder`, written as above, to the file `path`.
  static func from(_ folder: String, to path: String) -> String {
    let (folder, to) = (folder.split(separator: "/"), path.split(separator: "/"))
    var shared = 0
    while shared < folder.count, shared < to.count - 1, folder[shared] == to[shared] { shared += 1 }
    return (Array(repeating: "..", count: folder.count - shared) + to[shared...].map(String.init)).joined(
      separator: "/")
  }
}
