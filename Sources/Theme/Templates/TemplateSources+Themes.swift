public import Content
public import Diagnostics

extension TemplateSources {
  /// The look that needs no folder of its own.
  public static let defaultTheme = "card"

  /// The themes there are: the default one, then the others by name.
  public var themes: [String] {
    [Self.defaultTheme] + Set(files.keys.compactMap { Self.split($0)?.theme }).subtracting([Self.defaultTheme]).sorted()
  }

  /// The same with the chosen theme's files laid over the built-in ones. What the site replaced without naming a theme
  /// stays replaced, whatever the theme. A name that no theme has is reported, and the default stands in for it.
  public func wearing(_ chosen: Settings.ChosenTheme?, into report: inout Report) -> TemplateSources {
    guard let chosen else { return wearing(Self.defaultTheme) }
    if !themes.contains(chosen.name) {
      report.add(
        Diagnostic(
          "unknown-theme", "there is no theme `\(chosen.name)`", at: chosen.place,
          notes: ["there are: \(themes.joined(separator: ", "))"],
          help: NearestName.of(chosen.name, among: themes).map { "did you mean `\($0)`?" }
            ?? "a theme of your own is a folder: templates/themes/\(chosen.name)/"))
    }
    return wearing(chosen.name)
  }

  /// The same with a theme's files laid over the built-in ones, and without the other themes.
  public func wearing(_ theme: String) -> TemplateSources {
    var worn = self
    for path in files.keys {
      guard let (name, plain) = Self.split(path) else { continue }
      if name == theme, !replaced.contains(plain) { worn.wear(path, at: plain) }
      worn.remove(path)
    }
    return worn
  }

  /// The same without the files below a folder.
  public func without(_ folder: String) -> TemplateSources {
    var left = self
    for path in files.keys where path.hasPrefix(folder) { left.remove(path) }
    return left
  }

  /// The theme's name and the path that the file takes the place of; nil for a file of no theme.
  static func split(_ path: String) -> (theme: String, path: String)? {
    let parts = path.split(separator: "/", maxSplits: 2)
    guard parts.count == 3, parts[0] == "themes" else { return nil }
    return (String(parts[1]), String(parts[2]))
  }
}
