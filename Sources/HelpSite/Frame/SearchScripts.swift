internal import Content
internal import Diagnostics
internal import Theme

/// The scripts of the search: a few lines for every page, and the engine with its interface and its style sheet, fetched when
/// they are needed.
///
/// They are classic scripts rather than modules, because browsers refuse modules from `file://`.
struct SearchScripts: Sendable {
  static let boxPath = SitePath("assets/search-box.js")
  static let enginePath = SitePath("assets/search.js")
  /// Beside the engine, because the script for every page knows no other address.
  static let sheetPath = SitePath("assets/search.css")

  /// The engine's parts, in the order in which they need each other. A site that asks another engine has what asks it in
  /// place of what reads its own index.
  private static func parts(_ settings: Settings) -> [String] {
    let reading = settings.searchEndpoint == nil
    return ["tokens", "store"] + (reading ? ["query", "compounds", "corrections", "ranking"] : []) + ["passages"]
      + (reading ? [] : ["endpoint"]) + ["panel"]
  }

  let box: String
  let engine: String
  let sheet: String
  let boxVersion: String
  let engineVersion: String

  /// Nil if the theme lacks one; that has been reported.
  init?(_ sources: TemplateSources, _ settings: Settings, into report: inout Report) {
    var texts: [String] = []
    for name in ["box"] + Self.parts(settings) {
      guard let source = sources.file("assets/search/\(name).js", into: &report) else { return nil }
      texts.append(source.text(0..<source.bytes.count))
    }
    guard let sheet = StyleSheet(addition: "assets/search/panel.css", of: sources, into: &report) else { return nil }
    self.init(
      box: Self.compact(texts[0]),
      engine: "(() => {\n\"use strict\";\n" + texts.dropFirst().map(Self.compact).joined() + "})();\n",
      sheet: sheet.text)
  }

  /// Scripts as they were made before.
  init(box: String, engine: String, sheet: String) {
    (self.box, self.engine, self.sheet) = (box, engine, sheet)
    boxVersion = String(Fingerprint(Array(box.utf8)).hex.prefix(8))
    engineVersion = String(Fingerprint(Array((engine + sheet).utf8)).hex.prefix(8))
  }

  var files: [OutputFile] {
    [
      OutputFile(path: Self.boxPath.text, text: box), OutputFile(path: Self.enginePath.text, text: engine),
      OutputFile(path: Self.sheetPath.text, text: sheet),
    ]
  }

  /// Without indentation, empty lines and comments that have a line of their own. What else a minifier does saves little
  /// once gzip has been over it.
  static func compact(_ script: String) -> String {
    let lines = script.utf8.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == UInt8(ascii: " ") } }
    let kept = lines.filter { !$0.isEmpty && !$0.starts(with: "//".utf8) }
    return kept.map { Substring($0) + "\n" }.joined()
  }
}
