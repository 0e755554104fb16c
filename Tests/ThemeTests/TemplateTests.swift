import Testing

@testable import Theme

/// The templates and the values they are given keep to one list.
@Suite("Templates")
struct TemplateTests {
  @Test("the drawing's template lists its variables as they are")
  func listing() {
    #expect(ThemeFiles.text("partials/path.mustache").contains("\n" + PathDrawing.schema.listing + "\n"))
  }
}
