internal import Diagnostics
internal import Markdown

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
  private(set) var files: Set<String> = []
  /// Neutral paths of the drafts that this build leaves out.
  private(set) var drafts: Set<String> = []

  init(_ markdown: [MarkdownFile], files: Set<String>, includesDrafts: Bool) {
    self.files = files
    for file in markdown {
      add(
        file.name, headings: file.body.headings.map(\.id), isDraft: file.front.boolean("draft") == true,
        includesDrafts: includesDrafts)
    }
  }

  init(files: Set<String>) {
    self.files = files
  }

  mutating func add(_ name: MarkdownFileName, headings: [String], isDraft: Bool, includesDrafts: Bool) {
    if isDraft, !includesDrafts {
      drafts.insert(name.neutralPath)
      return
    }
    let page = Page(path: name.page, fragments: headings)
    if let language = name.language {
      translations[language, default: [:]][name.neutralPath] = page
    } else {
      pages[name.neutralPath] = page
    }
  }

  /// The page of a `.md` path, as a reader of `language` sees it.
  func page(_ path: String, language: String?) -> Page? {
    language.flatMap { translations[$0]?[path] } ?? pages[path]
  }
}

/// Finds the file somebody probably meant by a path that does not exist.
enum PathSuggestion {
  /// A file of the same name elsewhere, else one whose name is close or holds the wanted name, else nil. Ties go to the
  /// first path.
  static func nearest(_ path: String, among candidates: Set<String>) -> String? {
    let name = stem(path)
    let sorted = candidates.sorted()
    if let same = sorted.first(where: { stem($0) == name && name != "index" }) { return same }
    if let close = NearestName.of(name, among: sorted.map(stem)), let path = sorted.first(where: { stem($0) == close })
    {
      return path
    }
    return name.utf8.count < 4 ? nil : sorted.first { stem($0).contains(name) }
  }

  private static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}

/// Relative paths between files of the content folder.
enum RelativePath {
  /// The path that `relative` names, seen from `folder`; nil when it climbs out of the content folder.
  static func resolve(_ relative: some StringProtocol, from folder: [Substring]) -> String? {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    var path: [UInt8] = []
    for name in folder {
      path += name.utf8
      path.append(slash)
    }
    for part in Array(relative.utf8).split(separator: slash) {
      if part.count < 3, part.allSatisfy({ $0 == dot }) {
        if part.count == 1 { continue }
        guard path.popLast() != nil else { return nil }
        while let last = path.last, last != slash { path.removeLast() }
      } else {
        path += part
        path.append(slash)
      }
    }
    return String(decoding: path.dropLast(), as: UTF8.self)
  }

  /// The relative path from `folder` to the file `path`.
  static func from(_ folder: [Substring], to path: String) -> String {
    let to = path.split(separator: "/")
    var shared = 0
    while shared < folder.count, shared < to.count - 1, folder[shared] == to[shared] { shared += 1 }
    return (Array(repeating: "..", count: folder.count - shared) + to[shared...].map(String.init)).joined(
      separator: "/")
  }
}
