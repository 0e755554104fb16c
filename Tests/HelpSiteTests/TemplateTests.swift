import Diagnostics
import Foundation
import TestSupport
import Testing
import Theme

@testable import HelpSite

/// Holds each template's comment, the designer's list of names, to the views the program makes.
@Suite("Templates of the help site")
struct TemplateTests {
  static let notes = HelpSite.notes.sorted { $0.key < $1.key }.map { Note(template: $0.key, schema: $0.value) }

  struct Note: Sendable, CustomTestStringConvertible {
    let template: String
    let schema: ViewSchema
    var testDescription: String { template }
  }

  @Test("the comment at the top lists the names the template is given", arguments: notes)
  func listing(_ note: Note) throws {
    let url = FixtureSite.templates.appending(path: note.template + ".mustache")
    let text = try String(contentsOf: url, encoding: .utf8)
    let end = try #require(text.firstRange(of: "\n}}"))
    let comment = text[..<end.lowerBound]
    let summary = comment.firstRange(of: "\n\n  ").map { comment[..<$0.lowerBound] } ?? comment
    let list = note.schema.fields.isEmpty ? "" : "\n\n" + note.schema.listing
    Golden.expect(summary + list + text[end.lowerBound...], equals: url)
  }

  @Test("no view inside a page has a name of what is put into its template beforehand")
  func bound() {
    func inner(_ schema: ViewSchema) -> [String] {
      schema.fields.flatMap { field -> [String] in
        switch field.kind {
        case .view(let schema), .views(let schema): schema.fields.map(\.name) + inner(schema)
        case .text, .html, .flag: []
        }
      }
    }
    for (template, schema) in HelpSite.templates.merging(HelpSite.notes, uniquingKeysWith: { first, _ in first }) {
      #expect(Set(inner(schema)).isDisjoint(with: ["t", "site"]), "\(template)")
    }
  }

  @Test("the built-in templates are sound in every theme, for a build does not ask that again")
  func sound() throws {
    let sources = try FixtureSite.theme()
    #expect(sources.themes.count == 3)
    for theme in sources.themes {
      var report = Report()
      #expect(TemplateLibrary(sources.wearing(theme), pages: HelpSite.templates, into: &report) != nil)
      #expect(report.sorted.map(\.message) == [], "\(theme)")
    }
  }

  @Test("every template of the site has such a comment")
  func complete() throws {
    let files = try FixtureSite.theme().files.keys.filter { $0.hasPrefix("site/") }.map {
      $0.replacing(".mustache", with: "")
    }
    #expect(Set(files) == Set(HelpSite.notes.keys))
  }

  @Test(
    "a partial takes nothing that its comment does not list",
    arguments: notes.filter { $0.template.contains("partials/") })
  func partials(_ note: Note) throws {
    var report = Report()
    let sources = try FixtureSite.theme()
    _ = TemplateLibrary(sources, pages: [note.template: note.schema + Press.schema], into: &report)
    #expect(report.sorted.map(\.message) == [])
  }
}
