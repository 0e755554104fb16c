import Diagnostics
import Testing

@testable import Theme

/// The templates and the values they are given keep to one list.
@Suite("Templates")
struct TemplateTests {
  @Test("the drawing's template lists its variables as they are")
  func listing() {
    #expect(ThemeFiles.text("partials/path.mustache").contains("\n" + PathDrawing.schema.listing + "\n"))
  }

  @Test(
    "what is no template is an error at the very tag, also where no page takes it in",
    arguments: [
      ("a {{#b}} c", "unclosed-section", "b"), ("a {{/b}} c", "stray-close", "b"), ("a {{b", "unclosed-tag", "{{"),
      ("{{#b}}{{^c}}{{/b}}{{/c}}", "mismatched-close", "b"), ("{{=<% %>=}}", "unsupported-tag", "<% %>="),
      ("{{{b}}", "unclosed-tag", "{{{"),
    ])
  func form(_ text: String, _ id: String, _ place: String) throws {
    let sources = [
      "site/a.mustache": Source(name: "a", text: "{{title}}"), "partials/p.mustache": Source(name: "p", text: text),
    ]
    var report = Report()
    let pages = ["site/a": ViewSchema([.init("title", .text, "A title.")])]
    #expect(TemplateLibrary(TemplateSources(builtIn: sources), pages: pages, into: &report) == nil)
    let problem = try #require(report.sorted.first { $0.id == id }, "\(report.sorted.map(\.id))")
    #expect(problem.severity == .error && problem.place.source.name == "p" && problem.place.text == place)
  }
}
