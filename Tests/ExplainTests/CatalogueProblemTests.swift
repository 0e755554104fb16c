import Content
import Diagnostics
import Testing

@Suite("Mistakes in signatures")
struct CatalogueProblemTests {
  static let causes = "causes:\n  - {id: a-cause, title: A}\n  - {id: b-cause, title: B}\n"

  static func problems(_ signatures: String) -> [String] {
    Catalogue.of([
      "signatures/causes.yaml": causes, "signatures/x.yaml": "component: nginx\nsignatures:\n" + signatures,
    ]).report.sorted.map(\.id)
  }

  @Test("two causes that claim the same text are an error that names both places")
  func ambiguous() throws {
    let report = Catalogue.of([
      "signatures/causes.yaml": Self.causes,
      "signatures/x.yaml":
        "component: nginx\nsignatures:\n  - {text: \"it <x> broke here\", cause: a-cause}\n  - {text: \"it <y:word> broke here\", cause: b-cause}\n",
    ]).report
    let problem = try #require(report.sorted.first)
    #expect(problem.id == "ambiguous-signature")
    #expect(problem.related.count == 1)
    #expect(problem.place.source.name == "content/signatures/x.yaml")
    #expect(problem.place.range.lowerBound > problem.related[0].place.range.lowerBound)
  }

  @Test("a rank, another format or more text settles it")
  func settled() {
    #expect(
      Self.problems("  - {text: it broke here, cause: a-cause}\n  - {text: it broke here, cause: b-cause, rank: 60}\n")
        .isEmpty)
    #expect(
      Self.problems(
        "  - {text: it broke here, cause: a-cause, formats: [nginx]}\n  - {text: it broke here, cause: b-cause, formats: [caddy]}\n"
      ).isEmpty)
    #expect(
      Self.problems("  - {text: it broke here, cause: a-cause}\n  - {text: it broke here and there, cause: b-cause}\n")
        .isEmpty)
  }

  @Test(
    "each mistake has its own message",
    arguments: [
      ("  - {text: it broke here, cause: c-cause}\n", "unknown-cause"),
      ("  - {text: it broke here, cause: a-cause}\n  - {text: it broke here, cause: a-cause}\n", "duplicate-signature"),
      ("  - {cause: a-cause}\n", "empty-signature"),
      ("  - {text: \"x <y> z\", cause: a-cause}\n", "bad-signature"),
      ("  - {text: \"it broke <x:letters> here\", cause: a-cause}\n", "bad-signature"),
      ("  - {text: \"it broke <x><y> here\", cause: a-cause}\n", "bad-signature"),
      ("  - {text: it broke here, cause: a-cause, confidence: sure}\n", "wrong-type"),
      ("  - {text: it broke here, cause: a-cause, colour: red}\n", "unknown-key"),
    ])
  func mistakes(_ yaml: String, _ id: String) {
    #expect(Self.problems(yaml) == [id])
  }

  @Test("an article's signature that a file has already only ties it to the article")
  func mention() {
    let (catalogue, report) = Catalogue.of([
      "signatures/causes.yaml": Self.causes,
      "signatures/x.yaml": "component: nginx\nsignatures:\n  - {text: it broke here, cause: a-cause}\n",
      "articles/causes/a.md":
        "---\ntitle: A\ncause: a-cause\nsignatures:\n  - {text: broke here, component: nginx}\n---\n",
      "articles/causes/b.md":
        "---\ntitle: B\ncause: b-cause\nsignatures:\n  - {text: broke here, component: nginx}\n  - {text: of its own, component: nginx}\n---\n",
    ])
    #expect(report.isEmpty)
    #expect(catalogue.signatures.map(\.cause) == ["a-cause", "b-cause"])
    #expect(
      catalogue.signatures.map { catalogue.article(for: $0)?.text } == ["articles/causes/a/", "articles/causes/b/"])
    #expect(catalogue.signatures[1].rank < Signature.usualRank)
  }
}
