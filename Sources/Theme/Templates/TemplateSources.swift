public import Diagnostics

/// The texts that pages are made from: the built-in ones, each of which a site may replace by a file of the same path in
/// `templates/`. A theme is a folder of such files, `themes/NAME/`, that are laid over the others when it is chosen.
public struct TemplateSources: Sendable {
  /// By path below `templates/`, such as `error/page.mustache` or `assets/site.css`.
  public private(set) var files: [String: Source]
  /// The paths that the site replaced.
  public private(set) var replaced: Set<String> = []
  /// The templates that the site replaced or added.
  private var untried: Set<String> = []

  /// Whether every template is the program's own, whose tests have held them against the views already.
  var isTried: Bool { untried.isEmpty }

  public init(builtIn: [String: Source]) {
    files = builtIn
  }

  /// Lays the site's own files over the built-in ones. A file that replaces nothing is reported, unless it is a partial
  /// of the site's own or an asset beside the built-in ones.
  public mutating func overlay(_ own: [String: Source], into report: inout Report) {
    let known = files.keys.sorted()
    for (path, source) in own.sorted(by: { $0.key < $1.key }) {
      let plain = Self.split(path)?.path ?? path
      if files[path] == nil, files[plain] == nil, !plain.hasPrefix("partials/"), !plain.hasPrefix("assets/"),
        !path.hasSuffix(".md")
      {
        report.add(
          Diagnostic(
            "unknown-template", "no page is made from this template", at: source.place(0..<0),
            notes: ["a site's template replaces the built-in one of the same path"],
            help: NearestName.of(path, among: known).map { "did you mean `\($0)`?" }))
        continue
      }
      // A copy that nobody changed replaces nothing: themes may still bring another.
      if files[path]?.bytes == source.bytes { continue }
      if path.hasSuffix(Self.suffix) { untried.insert(path) }
      files[path] = source
      replaced.insert(path)
    }
  }

  mutating func remove(_ path: String) {
    files[path] = nil
    replaced.remove(path)
    untried.remove(path)
  }

  /// Puts a theme's file, which lies at `themed`, where the built-in one was.
  mutating func wear(_ themed: String, at path: String) {
    guard let source = files[themed] else { return }
    files[path] = source
    if replaced.contains(themed) { replaced.insert(path) }
    if untried.contains(themed) { untried.insert(path) }
  }

  /// The Mustache templates by name: the path without its ending.
  var templates: [String: Source] {
    var templates: [String: Source] = [:]
    for (path, source) in files where path.hasSuffix(Self.suffix) {
      templates[String(path.dropLast(Self.suffix.count))] = source
    }
    return templates
  }

  static let suffix = ".mustache"
}
