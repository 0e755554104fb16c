import Markdown
import Testing

@Suite("What the specifications say")
struct SpecificationTests {
  @Test(
    "CommonMark comes out as cmark renders it", .enabled(if: Judge.commonMark != nil, Judge.missing),
    .enabled(if: !Specification.examples.isEmpty, Specification.missing))
  func commonMark() throws {
    let judge = try #require(Judge.commonMark)
    for example in Specification.examples {
      let expected = try judge.render(example)
      #expect(html(example, .commonMark) == expected, "\(example.debugDescription)")
    }
  }

  @Test(
    "Without raw HTML it comes out as cmark's safe mode renders it",
    .enabled(if: Judge.safeCommonMark != nil, Judge.missing),
    .enabled(if: !Specification.examples.isEmpty, Specification.missing))
  func safeCommonMark() throws {
    let judge = try #require(Judge.safeCommonMark)
    var options = MarkdownOptions()
    options.extensions = []
    for example in Specification.examples {
      let expected = try judge.render(example)
      #expect(html(example, options) == expected, "\(example.debugDescription)")
    }
  }

  @Test(
    "GFM comes out as cmark-gfm renders it, and leaves alone what is CommonMark",
    .enabled(if: Judge.gfm != nil, Judge.missing),
    .enabled(if: !Specification.examples.isEmpty, Specification.missing))
  func gfm() throws {
    let judge = try #require(Judge.gfm)
    for example in Specification.examples {
      let expected = try judge.render(example).withAlignmentClasses
      #expect(html(example, .gfm) == expected, "\(example.debugDescription)")
    }
  }

  @Test("The specification's examples are found", .enabled(if: !Specification.examples.isEmpty, Specification.missing))
  func examples() {
    #expect(Specification.examples.count > 640)
  }
}

extension String {
  /// We say a column's alignment by a class, cmark-gfm by an obsolete attribute.
  var withAlignmentClasses: String {
    replacing(" align=\"", with: " class=\"")
  }
}
