internal import Content
internal import Diagnostics
internal import ErrorPages
internal import Gallery
internal import HelpSite
internal import Publish
internal import Starter
internal import Theme

/// Templates and colours: the built-in ones, with the author's over them.
extension BuildOptions {
  /// Every template that a page is made from, with what it may use.
  static let pageTemplates = ErrorPages.templates.merging(HelpSite.templates) { own, _ in own }
    .merging(Gallery.templates) { own, _ in own }

  static func templates(_ own: [String: Source], into report: inout Report) -> TemplateSources {
    let builtIn = Starter.templates.map { ($0.path, Source(name: "templates/\($0.path)", bytes: $0.bytes)) }
    var sources = TemplateSources(builtIn: Dictionary(uniqueKeysWithValues: builtIn))
    sources.overlay(own, into: &report)
    return sources
  }

  /// What the last build's pages were made with: `paths` are the author's files below `templates/`, which have not changed
  /// and were judged then.
  func provedTemplates(_ paths: [String], wearing theme: Settings.ChosenTheme?) -> TemplateSources {
    var report = Report()
    var own: [String: Source] = [:]
    for path in paths {
      own[path] = Source(
        name: "templates/\(path)", bytes: BuildMemory.read("templates/" + path, in: source) ?? [])
    }
    return Self.templates(own, into: &report).wearing(theme, into: &report)
  }

  static func palette(_ settings: Settings, _ templates: TemplateSources, into report: inout Report) -> Palette? {
    guard let tokens = Tokens(templates, into: &report) else { return nil }
    tokens.checkContrast(into: &report)
    tokens.checkLogo(settings.logo, into: &report)
    let palette = Palette(settings.accent, tokens: tokens, into: &report)
    return report.hasErrors ? nil : palette
  }
}
