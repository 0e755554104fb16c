internal import Diagnostics

/// Finds files in the author's folder and reports those that are out of place or cannot be read.
struct FolderReader: Sendable {
  let folder: ContentFolder
  private let byPath: [String: ContentFolder.Contents]

  init(_ folder: ContentFolder) {
    self.folder = folder
    byPath = Dictionary(folder.files.map { ($0.path, $0.contents) }, uniquingKeysWith: { first, _ in first })
  }

  var paths: [String] { folder.files.map(\.path) }

  /// The file as a source, or nil when it does not exist or cannot be read; the latter is reported.
  func source(_ path: String, into report: inout Report) -> Source? {
    let contents = byPath[path]
    if case .unreadable(let reason) = contents { report.add(Self.unreadable(folder.displayName(path), reason)) }
    return contents?.source(folder.displayName(path))
  }

  func exists(_ path: String) -> Bool { byPath[path] != nil }

  /// Every Markdown file that becomes a page; unreadable ones were reported by `reportUnknuserFiles`.
  func markduserFiles(languages: [String]) -> [(name: MarkdownFileName, source: Source, isBuiltIn: Bool)] {
    let unused = unusedLanguages(languages)
    return folder.files.compactMap { file in
      guard !Self.isTranslation(file.path, into: unused),
        let name = MarkdownFileName(path: file.path, languages: languages),
        let source = file.contents.source(folder.displayName(file.path))
      else { return nil }
      return (name, source, file.isBuiltIn)
    }
  }

  /// Reports files that nothing reads, which usually are typing mistakes, and files that nobody can read.
  func reportUnknuserFiles(languages: [String], into report: inout Report) {
    let unused = unusedLanguages(languages)
    for file in folder.files {
      if case .unreadable(let reason) = file.contents, !file.path.hasPrefix("locales/"),
        !file.path.hasPrefix("signatures/"), file.path != "site.yaml"
      {
        report.add(Self.unreadable(folder.displayName(file.path), reason))
      }
      if let name = Self.nearlyMarkdown(file.path) {
        report.add(
          Diagnostic(
            "stray-file", .warning, "nothing reads this file", at: Place(file: folder.displayName(file.path)),
            notes: ["texts are files whose names end in .md"], help: "rename it to \(name)"))
        continue
      }
      guard file.path.hasSuffix(".md") || file.path.hasSuffix(".yaml") || file.path.hasSuffix(".yml"),
        file.path != "site.yaml", MarkdownFileName(path: file.path, languages: languages) == nil,
        Self.localeTag(file.path) == nil, !SignatureFiles.contains(file.path),
        !Self.isTranslation(file.path, into: unused)
      else { continue }
      let place = Place(file: folder.displayName(file.path))
      let parts = file.path.split(separator: "/")
      let nearest =
        parts.count > 1
        ? NearestName.of(String(parts[0]), among: ["errors", "articles", "locales", "signatures"]) : nil
      report.add(
        Diagnostic(
          "stray-file", .warning, "nothing reads this file", at: place,
          notes: [
            "pages come from errors/NNN.md and articles/**.md, interface strings from locales/*.yaml, signatures from signatures/*.yaml"
          ],
          help: nearest.flatMap { $0 == String(parts[0]) ? nil : "did you mean the folder `\($0)`?" }))
    }
  }

  /// The name that a text should have whose name ends like Markdown's elsewhere, such as `.markdown` or `.MD`.
  private static func nearlyMarkdown(_ path: String) -> String? {
    guard path.hasPrefix("articles/") || path.hasPrefix("errors/"), let slash = path.lastIndex(of: "/"),
      let dot = path[slash...].lastIndex(of: "."), !path.hasSuffix(".md"),
      ["md", "markdown", "mdown", "mkd", "mdx"].contains(path[dot...].dropFirst().lowercased())
    else { return nil }
    return path[slash..<dot].dropFirst() + ".md"
  }

  /// Languages that have a file in `locales/` and are not among the site's: their translations wait until they are.
  private func unusedLanguages(_ languages: [String]) -> Set<Substring> {
    Set(localeTags.map { Substring($0) }).subtracting(languages.map { Substring($0) })
  }

  /// The languages that have a file in `locales/`, sorted.
  var localeTags: [String] {
    folder.files.compactMap { Self.localeTag($0.path) }.sorted()
  }

  /// The TAG of `locales/TAG.yaml`; nil for another path.
  private static func localeTag(_ path: String) -> String? {
    let (start, end) = ("locales/", ".yaml")
    guard path.hasPrefix(start), path.hasSuffix(end) else { return nil }
    let tag = path.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
    return tag.contains(UInt8(ascii: "/")) ? nil : String(tag)
  }

  /// Whether the path is `….TAG.md` with one of `languages`.
  private static func isTranslation(_ path: String, into languages: Set<Substring>) -> Bool {
    guard !languages.isEmpty, path.hasSuffix(".md") else { return false }
    let stem = path.utf8.dropLast(".md".utf8.count)
    guard let dot = stem.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return languages.contains(Substring(stem[dot...].dropFirst()))
  }

  static func unreadable(_ name: String, _ reason: String) -> Diagnostic {
    Diagnostic("unreadable-file", "the file cannot be read: \(reason)", at: Place(file: name))
  }
}
