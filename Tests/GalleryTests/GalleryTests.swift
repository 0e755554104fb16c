import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Content
@testable import ErrorPages
@testable import Gallery
@testable import Theme

/// The gallery of error pages, and what it takes to show one.
@Suite("Gallery")
struct GalleryTests {
  /// The starter in two languages, without its articles' texts.
  static let site = Task { () -> Site? in
    var folder = Fixture(name: "content", url: PackageFolder.root.appending(path: "content")).files()
    let settings = String(decoding: folder["site.yaml"] ?? [], as: UTF8.self)
    folder["site.yaml"] = Array(
      (settings.replacing("languages: [en]", with: "languages: [en, pt-BR]") + "\ntheme: folio\n").utf8)
    let files = folder.map { ContentFolder.File(path: $0.key, contents: .bytes($0.value)) }
    return await SiteLoader(ContentFolder(name: "content", files: files)).load().site
  }

  static func sources(_ own: [String: String] = [:]) -> TemplateSources {
    let templates = Fixture(name: "templates", url: PackageFolder.root.appending(path: "templates")).files()
    let files = templates.map { ($0.key, Source(name: "templates/\($0.key)", bytes: $0.value)) }
    var sources = TemplateSources(builtIn: Dictionary(uniqueKeysWithValues: files))
    var report = Report()
    sources.overlay(own.mapValues { Source(name: "templates", text: $0) }, into: &report)
    return sources
  }

  static func build(_ sources: TemplateSources) async throws -> (gallery: Gallery, report: Report) {
    let site = try #require(await Self.site.value)
    var report = Report()
    let library = try #require(
      TemplateLibrary(sources.wearing("folio"), pages: Gallery.templates, into: &report))
    return (await Gallery.build(site, themes: sources, library: library, jobs: 2, into: &report), report)
  }

  @Test("the built-in templates are sound in every theme, for a build does not ask that again")
  func sound() {
    for theme in Self.sources().themes {
      var report = Report()
      #expect(TemplateLibrary(Self.sources().wearing(theme), pages: Gallery.templates, into: &report) != nil)
      #expect(report.isEmpty, "\(theme)")
    }
  }

  @Test("shows one page of each kind in every theme and language, and frames and files are the same")
  func frames() async throws {
    let site = try #require(await Self.site.value)
    let (gallery, report) = try await Self.build(Self.sources())
    #expect(report.isEmpty)
    let kinds = Kind.all(of: site)
    let paths = gallery.files.map(\.path)
    #expect(paths.prefix(3) == ["gallery/index.html", "gallery/pt-BR/index.html", "gallery/gallery.css"])
    let pages = Set(paths.dropFirst(3))
    #expect(pages.count == 3 * 2 * 2 * kinds.count && pages.contains("gallery/pages/lantern/pt-BR/502.dark.html"))
    var shown: Set<String> = []
    for (index, folder) in zip(gallery.files, ["gallery/", "gallery/pt-BR/"]) {
      let page = String(decoding: index.bytes, as: UTF8.self)
      func resolved(_ url: Substring) -> String {
        url.hasPrefix("../") ? "gallery/" + url.dropFirst(3) : folder + url
      }
      let frames = page.matches(of: /<iframe src="([^"]+)"/).map { resolved($0.output.1) }
      let links = page.matches(of: /<figcaption><a href="([^"]+)"/).map { resolved($0.output.1) }
      #expect(frames.count == 3 * 2 * kinds.count && frames == links)
      shown.formUnion(frames)
      #expect(page.contains("<code>theme: folio</code> <span>is in use.</span>"))
    }
    #expect(shown == pages)
  }

  @Test("every code is of exactly one kind, and a kind's pages differ in nothing but words")
  func kinds() async throws {
    let site = try #require(await Self.site.value)
    let kinds = Kind.all(of: site)
    #expect(kinds.flatMap(\.codes).sorted() == site.errors.map(\.code))
    #expect(kinds.last?.name == "maintenance" && kinds.contains { $0.name == "502" && $0.codes.contains(500) })
    for kind in kinds {
      #expect(kind.codes.allSatisfy { site.error($0)?.hop == kind.definition.hop })
    }
  }

  @Test("its pages carry the style whose digest the site's policy is given, and no script")
  func styles() async throws {
    let (gallery, _) = try await Self.build(Self.sources())
    #expect(Set(gallery.policySources).count == 6)
    for file in gallery.files.dropFirst(3) {
      let page = String(decoding: file.bytes, as: UTF8.self)
      let css = try #require(page.firstMatch(of: /<style>([^<]*)<\/style>/)?.output.1)
      let source = "'sha256-\(Fingerprint(Array(css.utf8)).base64)'"
      #expect(gallery.policySources.contains(source) && !page.contains("<script"), "\(file.path)")
      #expect(css.contains(file.path.hasSuffix(".dark.html") ? "(min-width:0)" : "(max-width:0)"), "\(file.path)")
    }
  }

  @Test("a theme of the site's own that is not finished is left out, and that is said")
  func unfinished() async throws {
    let sources = Self.sources([
      "themes/mine/error/page.mustache": "{{headin}}", "themes/yours/assets/error.css": "p {}",
    ])
    let (gallery, report) = try await Self.build(sources)
    let page = String(decoding: gallery.files[0].bytes, as: UTF8.self)
    #expect(page.contains("<code>theme: yours</code>") && !page.contains("theme: mine"))
    #expect(report.sorted.map(\.id) == ["theme-not-shown"] && !report.hasErrors)
  }

  @Test("the template lists its variables as they are")
  func listing() {
    let template = Self.sources().files["gallery/page.mustache"].map { $0.text(0..<$0.bytes.count) } ?? ""
    #expect(template.contains("\n" + GalleryPage.schema.listing + "\n"), "\(GalleryPage.schema.listing)")
  }
}
