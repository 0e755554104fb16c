import Content
import Diagnostics
import ErrorPages
import Foundation
import TestSupport
import Theme

/// The pack that the starter's content makes, whole or with some of its files replaced.
struct SamplePack: Sendable {
  let files: [OutputFile]
  let report: Report
  let site: Site?

  static let folder = Fixture(name: "content", url: PackageFolder.root.appending(path: "content")).files()

  static let sources: TemplateSources = {
    let templates = Fixture(name: "templates", url: PackageFolder.root.appending(path: "templates")).files()
    let files = templates.map { ($0.key, Source(name: "templates/\($0.key)", bytes: $0.value)) }
    return TemplateSources(builtIn: Dictionary(uniqueKeysWithValues: files))
  }()

  /// The starter's own pack, made once for all tests.
  static let starter = Task { await SamplePack() }

  /// `changes` replaces files of `content/`, `templates` those of the theme.
  init(_ changes: [String: String] = [:], templates: [String: String] = [:], jobs: Int = 1) async {
    var folder = Self.folder
    for (path, text) in changes { folder[path] = Array(text.utf8) }
    let files = folder.map { ContentFolder.File(path: $0.key, contents: .bytes($0.value)) }
    var (site, report) = await SiteLoader(ContentFolder(name: "content", files: files)).load()
    var sources = Self.sources
    sources.overlay(templates.mapValues { Source(name: "templates", text: $0) }, into: &report)
    self.site = site
    guard let site, let tokens = Tokens(sources, into: &report) else {
      (self.files, self.report) = ([], report)
      return
    }
    let palette = Palette(site.settings.accent, tokens: tokens, into: &report)
    guard let library = TemplateLibrary(sources, pages: ErrorPages.templates, into: &report) else {
      (self.files, self.report) = ([], report)
      return
    }
    let built = await ErrorPages.build(site, library: library, sources: sources, palette: palette, jobs: jobs)
    report.add(built.report)
    (self.files, self.report) = (built.files, report)
  }

  func text(_ path: String) -> String {
    files.first { $0.path == "error-pages/\(path)" }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
  }

  /// Paths below `error-pages/` with this ending.
  func paths(_ suffix: String) -> [String] {
    files.map(\.path).filter { $0.hasSuffix(suffix) }.map { String($0.dropFirst("error-pages/".count)) }
  }

  /// The starter's `site.yaml` with a piece replaced.
  static func settings(_ old: String, _ new: String) -> [String: String] {
    let text = String(decoding: folder["site.yaml"] ?? [], as: UTF8.self)
    return ["site.yaml": text.replacing(old, with: new)]
  }

  /// The starter's English texts under another tag and direction, beside its own.
  static func twoLanguages(_ tag: String, _ direction: String) -> [String: String] {
    let english = String(decoding: folder["locales/en.yaml"] ?? [], as: UTF8.self)
    var changes = settings("languages: [en]", "languages: [en, \(tag)]")
    changes["locales/\(tag).yaml"] = english.replacing("language: en", with: "language: \(tag)")
      .replacing("direction: ltr", with: "direction: \(direction)")
    return changes
  }
}
