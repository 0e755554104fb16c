internal import ArgumentParser
internal import Diagnostics
internal import LogPipelines

/// `interlude export`: the signatures as rules for the log pipeline that a fleet already runs.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the signatures as rules for a log pipeline, so that it labels lines itself.",
    discussion: """
        interlude export vector > interlude.yaml
        interlude export fluent-bit > interlude.lua

      The rules decide as 'interlude explain' does. What a pipeline cannot say, such as the time and the upstream that a
      line names, is left to 'explain'.
      """)

  @Argument(
    help: ArgumentHelp(
      "vector, fluent-bit, promtail, alloy (Grafana Alloy) or elastic (Elasticsearch and OpenSearch).",
      valueName: "pipeline"),
    transform: Self.pipeline(named:))
  var pipeline: LogPipeline

  @Option(
    help: ArgumentHelp(
      "A site's folder, to use its signatures and articles instead of the built-in ones.", valueName: "dir"))
  var source: String?

  @Option(help: ArgumentHelp("The help site's address, to name articles by URL.", valueName: "url"))
  var baseURL: String?

  func run() async throws {
    let catalogue = try await CatalogueSource(folder: source).catalogue()
    let base = baseURL.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    Console.write(Array(pipeline.rules(of: catalogue, base: base).utf8))
  }

  private static func pipeline(named name: String) throws -> LogPipeline {
    if let pipeline = LogPipeline(rawValue: name) { return pipeline }
    let names = LogPipeline.allCases.map(\.rawValue)
    let near = NearestName.of(name, among: names).map { "did you mean \($0)?" }
    throw ValidationError(
      "there is no pipeline called \(name); \(near ?? "there are: \(names.joined(separator: ", "))")")
  }
}
