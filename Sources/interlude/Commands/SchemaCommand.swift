internal import ArgumentParser
internal import Content
internal import Diagnostics
internal import ErrorPages
internal import Escaping
internal import Expectations
internal import Survey
internal import Trace

/// `interlude schema`: the JSON Schema of a file that people write or scripts read.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of a kind of file, for editors and scripts.",
    discussion: """
      In VS Code with the YAML extension:
        interlude schema site > site.schema.json
        # yaml-language-server: $schema=site.schema.json      (first line of site.yaml)
      """)

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case article, error, site, locale, signatures, causes, manifest, trace, check, tests, prove, compare
  }

  @Argument(help: "article, error, site, locale, signatures, causes, manifest, trace, check, tests, prove or compare.")
  var kind: Kind

  func run() {
    let schema =
      switch kind {
      case .article: JSONSchema.document(title: "Front matter of an article", Schemas.article)
      case .error: JSONSchema.document(title: "Front matter of an error definition", Schemas.errorDefinition)
      case .site: JSONSchema.document(title: "content/site.yaml", Schemas.site)
      case .signatures: JSONSchema.document(title: "content/signatures/*.yaml", Schemas.signatureFile)
      case .causes: JSONSchema.document(title: "content/signatures/causes.yaml", Schemas.causeFile)
      case .manifest: Manifest.schema
      case .trace: Outcome.schema
      case .check: Report.schema
      case .prove: Proof.schema
      case .compare: Comparison.schema
      case .tests: JSONSchema.document(title: "A file of expectations for interlude test", ExpectationShape.file)
      case .locale: JSONSchema.document(title: "content/locales/*.yaml", Schemas.locale)
      }
    Console.print(schema.serialized(.indented))
  }
}
