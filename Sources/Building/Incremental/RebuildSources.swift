internal import Content
internal import Theme

extension BuildOptions {
  /// The texts that come with the program, as they lie under an author's.
  ///
  /// - Parameter files: every path of the author's below the content folder.
  func builtInTexts(below files: Set<String>, read: (String) -> [UInt8]?) -> [String: [UInt8]] {
    let deciding = files.filter { path in
      path == "site.yaml" || ["errors/", "locales/"].contains { path.hasPrefix($0) } || ContentEdit.hides(path)
    }
    let own = deciding.map { path in
      ContentFolder.File(path: path, contents: .bytes(path == "site.yaml" ? read(path) ?? [] : []))
    }
    let texts = ContentFolder(name: "content", files: own).layered(over: BuiltInContent.folder).files.lazy
      .filter(\.isBuiltIn)
      .compactMap { file in file.contents.bytes.map { (file.path, $0) } }
    return Dictionary(Array(texts), uniquingKeysWith: { first, _ in first })
  }
}

/// Where a rebuild finds the author's files and the last build's.
struct RebuildSources: Sendable {
  /// Every path below the content folder.
  let files: @Sendable () -> [String]
  /// Reads a file of the author's below the content folder, or one of the last build's output; nil if that fails.
  let read: @Sendable (String) -> [UInt8]?
  let published: @Sendable (String) -> [UInt8]?
  let templates: @Sendable (Settings.ChosenTheme?) -> TemplateSources
}
