internal import ArgumentParser
internal import Content
internal import Diagnostics
internal import Explain
internal import Foundation
internal import LogInput
internal import Publish
internal import Starter

/// `interlude explain`: reads a log and names the cause of each line it knows.
struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Read a log and name the cause of each line it recognises.",
    discussion: """
      Reads the logs of nginx, Apache, Caddy, HAProxy, Envoy, Traefik, Varnish, PHP-FPM, gunicorn, uWSGI and others, plain
      access logs and journald's, mixed and compressed with gzip, too.

        interlude explain /var/log/nginx/error.log --summary
        journalctl -u php8.2-fpm -o short | interlude explain -
        interlude explain --follow /var/log/nginx/error.log

      Exit status: 0 no known trouble, 1 known trouble found, 2 wrong usage or a log that cannot be read.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Argument(help: ArgumentHelp("The logs; - or none for standard input.", valueName: "file"))
  var files: [String] = []

  @Flag(help: "Group by cause: counts, first and last time, upstreams, paths and the article to open.")
  var summary = false

  @Flag(help: "Keep reading as the file grows, even after it is rotated.")
  var follow = false

  @Option(help: "How findings are written: text, or json with one object a line.")
  var format: Format = .text

  @Option(help: "Colour: auto, always or never.")
  var color: ColorChoice = .auto

  @Option(
    help: ArgumentHelp(
      "A site's folder, to use its signatures and articles instead of the built-in ones.", valueName: "dir"))
  var source: String?

  @Option(help: ArgumentHelp("The help site's address, to name articles by URL.", valueName: "url"))
  var baseURL: String?

  func validate() throws {
    if follow, files.count != 1 || files == ["-"] { throw ValidationError("--follow takes one file.") }
    if follow, summary { throw ValidationError("--follow has no end at which a summary could be written.") }
    if summary, format == .json { throw ValidationError("--summary is text; --format json writes one object a line.") }
  }

  func run() async throws {
    let catalogue = try await CatalogueSource(folder: source).catalogue()
    let base = baseURL.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    // A log's clock may be of another zone.
    let tomorrow = Int(Clock.nanoseconds() / 1_000_000_000) + 86_400
    var explainer = Explainer(catalogue, year: Clock.today()?.year ?? 1970, latest: tomorrow)
    var session = ExplainSession(
      catalogue: catalogue, output: output(catalogue, base), gathers: summary, flushesOften: follow)
    for file in files.isEmpty ? ["-"] : files {
      try read(file, &explainer, &session)
    }
    session.flush()
    if let summary = session.summary {
      let width = Int(ProcessInfo.processInfo.environment["COLUMNS"] ?? "") ?? 80
      Console.print(
        SummaryText(base: base, color: color.applies(to: STDOUT_FILENO), width: width).render(summary, of: explainer))
    }
    if session.count > 0 { throw ExitStatus.findings.error }
  }

  private func output(_ catalogue: SignatureCatalogue, _ base: String?) -> ExplainSession.Output {
    switch format {
    case .json: .json(FindingJSON(catalogue, base: base))
    case .text: .text(FindingText(catalogue, base: base, color: color.applies(to: STDOUT_FILENO)))
    }
  }

  private func read(_ path: String, _ explainer: inout Explainer, _ session: inout ExplainSession) throws {
    do {
      var log = try LogFile(path: path, follow: follow)
      while try explainer.step({ try log.read(into: $0) }, each: { session.add($0) }) { session.endStep() }
      if log.isTruncated {
        Console.error("warning: \(path): the compressed data are damaged or cut off; what came before was read")
      }
    } catch let error as LogInputError {
      session.flush()
      Console.error("error: \(error.name): \(error.reason)")
      throw ExitStatus.usage.error
    }
  }
}
