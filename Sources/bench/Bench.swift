import ArgumentParser
import Foundation

/// Measures whole processes of the release binary on what it makes up, and prints one table.
@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure a release build on made-up sites, configurations and logs.",
    subcommands: [
      Measure.self, MeasureShapes.self, WriteShape.self, WriteCorpus.self, WriteLog.self, WriteTree.self,
      ConvertMarkdown.self, ReadTree.self, RunStage.self,
    ],
    defaultSubcommand: Measure.self)

  struct Measure: ParsableCommand {
    @Argument(help: "The program to measure.") var binary: String
    @Argument(help: "The project's folder.") var project: String
    @Option(parsing: .upToNextOption, help: "How many articles to make up; 0 for the starter site alone.")
    var counts = [0, 1000]
    @Option(help: "How many mebibytes of log.") var log = 256
    @Option(help: "How many servers in the proxy's configuration.") var servers = 1000
    @Option(help: "How often to measure everything; long builds less often.") var rounds = 5

    func run() throws {
      let workshop = try Workshop(binary: binary, project: project)
      defer { workshop.clear() }
      let help = try Contest(entries: [.init(name: "`interlude --help`", command: [binary, "--help"])])
        .run(rounds: rounds + 2)
      var rows = help.map { Row($0) }
      rows += try PackStage(workshop: workshop, rounds: rounds).measure()
      for count in counts {
        rows += try SiteStage(workshop, count: count, rounds: count > 5000 ? min(3, rounds) : rounds).measure()
      }
      if servers > 0 { rows += try CheckStage(workshop: workshop, servers: servers, rounds: rounds).measure() }
      if log > 0 { rows += try LogStage(workshop: workshop, mebibytes: log, rounds: rounds).measure() }
      print(Row.table(rows))
      print("\n\(Workshop.machine)")
    }
  }

  struct MeasureShapes: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "shapes", abstract: "Measure check on made-up configurations that are hard to look through.")
    @Argument(help: "The program to measure.") var binary: String
    @Argument(help: "The project's folder.") var project: String
    @Option(parsing: .upToNextOption, help: "How many lines.") var lines = [5000, 10_000, 20_000, 40_000]
    @Option(help: "How often to measure each.") var rounds = 3

    func run() throws {
      let workshop = try Workshop(binary: binary, project: project)
      defer { workshop.clear() }
      print(try ShapeStage(workshop: workshop, sizes: lines, rounds: rounds).table())
      print("\n\(Workshop.machine)")
    }
  }

  struct WriteShape: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "shape", abstract: "Only write such a configuration.")
    @Argument var shape: HardShape
    @Argument var lines: Int
    @Argument var file: String
    func run() throws { try Data(shape.text(lines: lines).utf8).write(to: URL(fileURLWithPath: file)) }
  }

  struct WriteCorpus: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "corpus", abstract: "Only write made-up articles.")
    @Argument var count: Int
    @Argument var folder: String
    @Option(help: "What a folder's own page is called; Hugo wants _index.md.") var index = "index.md"
    func run() throws { try Corpus(count: count, indexName: index).write(below: URL(fileURLWithPath: folder)) }
  }

  struct WriteLog: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "log", abstract: "Only write a made-up error log.")
    @Argument var mebibytes: Int
    @Argument(help: "How many lines of a hundred are known trouble.") var known: Int
    @Argument var file: String
    func run() throws { try ErrorLog(mebibytes: mebibytes, known: known).write(to: URL(fileURLWithPath: file)) }
  }

  struct WriteTree: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "nginx", abstract: "Only write a made-up configuration.")
    @Argument var count: Int
    @Argument var folder: String
    func run() throws { print(try NginxTree(count: count).write(below: URL(fileURLWithPath: folder))) }
  }

  struct ConvertMarkdown: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cmark", abstract: "Convert every Markdown file below a folder with libcmark alone: a floor.")
    @Argument var folder: String
    func run() throws { try MarkdownFloor.convert(below: folder) }
  }

  struct ReadTree: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "read", abstract: "Read an nginx configuration as check does, and do nothing with it.")
    @Argument var file: String
    func run() throws {
      try NginxTree.read(file)
    }
  }

  struct RunStage: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stage", abstract: "Do a small piece of work whose instructions can be counted.")
    @Argument var stage: SmallStage
    @Argument(help: "The project's folder.") var project: String
    func run() throws {
      let scratch = FileManager.default.temporaryDirectory.appending(path: "interlude-stage-\(getpid())")
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: scratch) }
      let results = try stage.run(project: URL(fileURLWithPath: project), scratch: scratch)
      guard results > 0 else { throw BenchError(message: "no results") }
      print(results)
    }
  }
}

extension SmallStage: ExpressibleByArgument {}
extension HardShape: ExpressibleByArgument {}
