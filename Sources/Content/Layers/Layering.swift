/// Puts the program's own files under an author's.
struct Layering {
  let own: ContentFolder
  let builtIn: ContentFolder
  let help: Settings.Help
  /// The site's, the default one first.
  let languages: [String]

  /// The language that our texts are written in.
  private static let original = "en"

  var folder: ContentFolder {
    let paths = Set(own.files.map(\.path))
    let texts = self.texts(besides: paths)
    let others = builtIn.files.filter { file in
      let isWanted = file.path.hasPrefix("locales/") || help == .all && file.path.hasPrefix("signatures/")
      return isWanted && !paths.contains(file.path)
    }
    let isPublished = { [help] (path: String) in
      help == .all || help == .codes && path.hasPrefix("errors/") || paths.contains(path)
    }
    // Error pages are made of all codes; articles that are not published are not even read.
    let shown = texts.filter { help == .all || $0.neutral.hasPrefix("errors/") }.map { text in
      var contents = text.contents
      if help != .all, let bytes = contents.bytes {
        contents = .bytes(WithheldLinks(path: text.neutral, isPublished: isPublished).removed(from: bytes))
      }
      return ContentFolder.File(path: text.path, contents: contents, isBuiltIn: true, neutralPath: text.neutral)
    }
    let builtInSettings = builtIn.files.first { $0.path == "site.yaml" }
    var folder = ContentFolder(
      name: own.name,
      files: own.files + shown
        + others.map { ContentFolder.File(path: $0.path, contents: $0.contents, isBuiltIn: true) })
    folder.isLayered = true
    folder.withheld = Set(texts.map(\.neutral).filter { !isPublished($0) })
    if help == .all { folder.builtInSettings = builtInSettings?.contents.bytes }
    if help != .none {
      folder.untranslated = Set(texts.filter { $0.isStandIn && isPublished($0.neutral) }.map(\.neutral)).count
    }
    return folder
  }

  /// A text of ours at the place where this site has it.
  private struct Text {
    let contents: ContentFolder.Contents
    let path: String
    /// The path without a language.
    let neutral: String
    /// Whether it stands where a text in the site's default language would.
    let isStandIn: Bool
  }

  /// Our texts, but for those that the author has: an original of the author's hides our translations of ours, too.
  private func texts(besides own: Set<String>) -> [Text] {
    let all = Set(builtIn.files.map(\.path))
    let tags = Set(builtIn.files.compactMap { Self.tag($0.path, "locales/", ".yaml") })
    var texts: [Text] = []
    for file in builtIn.files where file.path.hasSuffix(".md") {
      let stem = file.path.dropLast(".md".count)
      let suffix = stem.lastIndex(of: ".").map { String(stem[stem.index(after: $0)...]) }.flatMap {
        tags.contains($0) ? $0 : nil
      }
      let neutral = String(suffix.map { stem.dropLast($0.count + 1) } ?? stem) + ".md"
      guard !own.contains(neutral) else { continue }
      let language = suffix ?? Self.original
      func add(_ path: String, isStandIn: Bool = false) {
        guard !own.contains(path) else { return }
        // Old addresses lead to the text in the default language.
        let contents = suffix == nil && path != neutral ? Self.withoutAliases(file.contents) : file.contents
        texts.append(Text(contents: contents, path: path, neutral: neutral, isStandIn: isStandIn))
      }
      if language == languages[0] {
        add(neutral)
      } else {
        if languages.contains(language) { add("\(neutral.dropLast(".md".count)).\(language).md") }
        if suffix == nil, !all.contains("\(stem).\(languages[0]).md") { add(neutral, isStandIn: true) }
      }
    }
    return texts
  }

  private static func withoutAliases(_ contents: ContentFolder.Contents) -> ContentFolder.Contents {
    guard let bytes = contents.bytes else { return contents }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let fence = Array("---".utf8)
    guard let end = lines.dropFirst().firstIndex(where: { $0.elementsEqual(fence) }) else { return contents }
    let front = lines[..<end].filter { !$0.starts(with: Array("aliases: ".utf8)) }
    return .bytes(Array((front + lines[end...]).joined(separator: [UInt8(ascii: "\n")])))
  }

  private static func tag(_ path: String, _ start: String, _ end: String) -> String? {
    guard path.hasPrefix(start), path.hasSuffix(end) else { return nil }
    return String(path.dropFirst(start.count).dropLast(end.count))
  }
}
