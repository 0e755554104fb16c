internal import Diagnostics

extension ContentFolder {
  /// The folder with the content that comes with the program underneath, as far as `site.yaml` asks for it: a file of the
  /// author's hides ours of the same path and its translations. A folder without settings, and one that brings codes
  /// and locales of its own and says nothing of `help`, stays as it is.
  ///
  /// - Parameter help: stands in for what `site.yaml` says.
  public func layered(
    over builtIn: @autoclosure () -> ContentFolder, help: Settings.Help? = nil
  ) -> ContentFolder {
    guard let choice = LayerChoice(self) else { return self }
    return Layering(own: self, builtIn: builtIn(), help: help ?? choice.help, languages: choice.languages).folder
  }

  /// Whether the folder has what a site needs, so that nothing has to lie underneath.
  public var isWhole: Bool {
    files.contains { $0.path.hasPrefix("errors/") && $0.path.hasSuffix(".md") }
      && files.contains { $0.path.hasPrefix("locales/") && $0.path.hasSuffix(".yaml") }
  }

  /// What `site.yaml` says of `help`; nil if it says nothing.
  public var writtenHelp: Settings.Help? { LayerChoice.record(self)?.text("help").flatMap(Settings.Help.init) }

  /// A report without the problems of files that came with the program, unless they have to do with one of the author's.
  func withoutBuiltIn(_ report: Report) -> Report {
    guard isLayered else { return report }
    let builtIn = Set(files.lazy.filter(\.isBuiltIn).map { displayName($0.path) })
    return Report(
      report.asFound.filter { problem in
        !builtIn.contains(problem.place.source.name)
          || problem.related.contains { !builtIn.contains($0.place.source.name) }
      })
  }

  /// A file of `builtIn` as this site would have it if it were its own: without links to what the site does not publish.
  /// Nil if there is no such file. `self` is the folder after `layered`.
  public func ejected(_ path: String, from builtIn: ContentFolder) -> [UInt8]? {
    let found = files.first { $0.path == path && $0.isBuiltIn } ?? builtIn.files.first { $0.path == path }
    guard let found, let bytes = found.contents.bytes else { return nil }
    guard path.hasSuffix(".md"), isLayered else { return bytes }
    let paths = Set(files.filter { !withheld.contains($0.path) }.map(\.path)).union([path])
    return WithheldLinks(path: found.neutralPath ?? path) { paths.contains($0) }.removed(from: bytes)
  }
}

/// What `site.yaml` says that decides which of the program's files lie underneath.
struct LayerChoice {
  let help: Settings.Help
  /// The default language first.
  let languages: [String]

  /// Nil for a folder that stands alone.
  init?(_ folder: ContentFolder) {
    guard folder.files.contains(where: { $0.path == "site.yaml" }) else { return nil }
    let record = Self.record(folder)
    let written = record?.text("help").flatMap(Settings.Help.init)
    if written == nil, folder.isWhole { return nil }
    help = written ?? .all
    let named = record?.texts("languages").map(\.value) ?? []
    let first = record?.text("defaultLanguage") ?? named.first ?? "en"
    languages = [first] + named.filter { $0 != first }
  }

  /// The settings as far as they have their shape; what is wrong in them is reported when the site is read.
  static func record(_ folder: ContentFolder) -> Record? {
    guard let bytes = folder.files.first(where: { $0.path == "site.yaml" })?.contents.bytes else { return nil }
    var ignored = Report()
    let source = Source(name: "site.yaml", bytes: bytes)
    return YAMLDocument(source, range: 0..<bytes.count, into: &ignored).flatMap {
      ShapeCheck(document: $0, subject: "site.yaml").record(Schemas.site, into: &ignored)
    }
  }
}
