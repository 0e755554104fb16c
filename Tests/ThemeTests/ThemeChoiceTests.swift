import Diagnostics
import Foundation
import Testing

@testable import Content
@testable import Theme

/// A theme is a folder of files that are laid over the built-in ones.
@Suite("Choice of a theme")
struct ThemeChoiceTests {
  static let builtIn = ["card", "folio", "lantern"]

  private static func sources(_ paths: [String], own: [String] = []) -> (TemplateSources, Report) {
    var report = Report()
    var sources = TemplateSources(
      builtIn: Dictionary(uniqueKeysWithValues: paths.map { ($0, Source(name: $0, text: "built-in \($0)")) }))
    sources.overlay(
      Dictionary(uniqueKeysWithValues: own.map { ($0, Source(name: $0, text: "own \($0)")) }), into: &report)
    return (sources, report)
  }

  private static func chosen(_ name: String) -> Settings.ChosenTheme {
    let source = Source(name: "site.yaml", text: "theme: \(name)")
    return Settings.ChosenTheme(name: name, place: source.place(7..<7 + name.utf8.count))
  }

  @Test("the theme's file comes before the built-in one, the site's own before both")
  func order() {
    let paths = ["assets/a.css", "assets/b.css", "themes/x/assets/a.css", "themes/x/assets/b.css"]
    let (sources, _) = Self.sources(paths, own: ["assets/b.css"])
    func text(_ sources: TemplateSources, _ path: String) -> String? {
      sources.files[path].map { $0.text(0..<$0.bytes.count) }
    }
    let worn = sources.wearing("x")
    #expect(text(worn, "assets/a.css") == "built-in themes/x/assets/a.css")
    #expect(text(worn, "assets/b.css") == "own assets/b.css")
    #expect(text(sources.wearing("card"), "assets/a.css") == "built-in assets/a.css")
    #expect(worn.files.keys.sorted() == ["assets/a.css", "assets/b.css"])
    #expect(worn.replaced == ["assets/b.css"])
  }

  @Test("a copy of a built-in file that nobody changed replaces nothing, so that themes look different beside it")
  func untouchedCopy() {
    let paths = ["assets/a.css", "themes/x/assets/a.css"]
    var (sources, report) = Self.sources(paths)
    sources.overlay(
      Dictionary(uniqueKeysWithValues: paths.map { ($0, Source(name: "own/\($0)", text: "built-in \($0)")) }),
      into: &report)
    let worn = sources.wearing("x").files["assets/a.css"]
    #expect(report.isEmpty && sources.replaced.isEmpty)
    #expect(worn.map { $0.text(0..<$0.bytes.count) } == "built-in themes/x/assets/a.css")
  }

  @Test("a site may bring a theme of its own, and change files of another")
  func own() {
    let paths = ["assets/a.css", "themes/x/assets/a.css"]
    let (sources, report) = Self.sources(paths, own: ["themes/mine/assets/a.css", "themes/x/partials/new.mustache"])
    #expect(report.isEmpty && sources.themes == ["card", "mine", "x"])
    #expect(sources.wearing("mine").replaced == ["assets/a.css"])
    #expect(sources.wearing("x").files.keys.sorted() == ["assets/a.css", "partials/new.mustache"])
  }

  @Test("templates are tried as long as they are the program's own, and none stands in for a theme's")
  func tried() {
    let paths = ["site/a.mustache", "assets/a.css", "themes/x/site/a.mustache"]
    func sources(_ own: [String: String]) -> TemplateSources {
      var (sources, report) = Self.sources(paths)
      sources.overlay(own.mapValues { Source(name: "own", text: $0) }, into: &report)
      return sources
    }
    #expect(sources([:]).isTried && sources([:]).wearing("x").isTried)
    #expect(sources(["assets/a.css": "other"]).wearing("x").isTried)
    let copy = sources(["site/a.mustache": "built-in site/a.mustache"])
    #expect(copy.wearing("card").isTried && copy.wearing("x").isTried)
    let changed = sources(["themes/x/site/a.mustache": "{{other}}"])
    #expect(changed.wearing("card").isTried && !changed.wearing("x").isTried)
    #expect(!sources(["site/a.mustache": "{{other}}"]).wearing("card").isTried)
    #expect(!sources(["partials/new.mustache": "{{other}}"]).wearing("card").isTried)
  }

  @Test("a site's own template is judged, the program's are trusted")
  func trust() throws {
    var report = Report()
    var sources = TemplateSources(builtIn: ["site/a.mustache": Source(name: "a", text: "{{unknown}}")])
    let pages = ["site/a": ViewSchema([.init("title", .text, "A title.")])]
    #expect(TemplateLibrary(trustingBuiltIn: sources, pages: pages, into: &report) != nil && report.isEmpty)
    sources.overlay(["site/a.mustache": Source(name: "own", text: "{{titel}}")], into: &report)
    #expect(TemplateLibrary(trustingBuiltIn: sources, pages: pages, into: &report) == nil)
    #expect(report.sorted.map(\.place.source.name) == ["own"])
  }

  @Test("a file of a theme that takes the place of nothing is reported")
  func stray() {
    let (_, report) = Self.sources(["error/page.mustache"], own: ["themes/mine/error/pages.mustache"])
    #expect(report.sorted.map(\.id) == ["unknown-template"])
  }

  @Test("a name that no theme has is an error at that name")
  func unknown() throws {
    var report = Report()
    let worn = ThemeFiles.sources.wearing(Self.chosen("lanterns"), into: &report)
    let problem = try #require(report.sorted.first)
    #expect(problem.id == "unknown-theme" && problem.severity == .error && problem.place.text == "lanterns")
    #expect(problem.help == "did you mean `lantern`?" && problem.notes == ["there are: card, folio, lantern"])
    #expect(worn.files.keys.sorted() == ThemeFiles.sources.wearing("card").files.keys.sorted())
  }

  @Test("a built-in theme sets every token there is, in colours that can be told apart", arguments: builtIn)
  func tokens(_ name: String) throws {
    var report = Report()
    let worn = ThemeFiles.sources.wearing(name)
    let tokens = try #require(Tokens(worn, into: &report))
    tokens.checkContrast(into: &report)
    #expect(report.sorted.map(\.message) == [])
    func names(_ source: Source?) -> Set<String> {
      Set(source.map { CSSDeclarations($0).customProperties.map(\.name) } ?? [])
    }
    let needed = names(ThemeFiles.sources.files[Tokens.path])
    #expect(needed.count > 25)
    #expect(needed.subtracting(names(worn.files[Tokens.path])).sorted() == [])
  }
}
