internal import Content

extension ContentEdit {
  /// Texts that come with the program, which an author's may hide.
  private static let builtIn = Set(BuiltInContent.folder.files.map(\.path))
  private static let pictures = [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico"]

  /// Whether a file may come and go without anything else being different than what shows it.
  static func isHarmless(_ path: String) -> Bool {
    path.hasPrefix("articles/") && pictures.contains { path.hasSuffix($0) } && !builtIn.contains(path)
  }

  /// Takes up what happened to a file; false if it is no article of the author's own.
  ///
  /// - Parameters:
  ///   - path: below the content folder.
  ///   - isEdit: whether the file was there before and still is.
  mutating func add(_ path: String, isEdit: Bool, isThere: Bool, _ read: () -> [UInt8]?) -> Bool {
    guard Self.concerns(path), isEdit || !Self.hides(path) else { return false }
    guard isThere else {
      removed.insert(path)
      return true
    }
    texts[path] = read()
    return texts[path] != nil
  }

  /// Whether a file stands in the place of one of ours, or of a translation of it.
  static func hides(_ path: String) -> Bool {
    let stem = path.dropLast(".md".count)
    let neutral = stem.utf8.lastIndex(of: UInt8(ascii: ".")).map { stem[..<$0] + ".md" }
    return builtIn.contains(path) || neutral.map { builtIn.contains(String($0)) } ?? false
  }
}
