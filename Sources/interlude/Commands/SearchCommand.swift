internal import ArgumentParser
internal import Escaping
internal import Foundation
internal import Search

/// `interlude search`: asks the built index, as the search box on the help site does.
struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Search the built help site from the command line.",
    discussion: """
      Reads the files the search box reads, so the ranking is the one readers see.

        interlude search upstream timed out
        interlude search --explain 'proxy_read_timeout'
        interlude search - --format json < queries.txt

      Exit status: 0 something found, 1 nothing found, 2 wrong usage or no index. With - it is 0 whatever was found.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  @Argument(help: ArgumentHelp("What to look for; - takes a query a line from standard input.", valueName: "query"))
  var words: [String]

  @Option(help: ArgumentHelp("The built site's folder search/.", valueName: "dir"))
  var index = "public/site/search"

  @Option(help: ArgumentHelp("How many results are shown.", valueName: "n"))
  var limit = 10

  @Flag(help: "Show each result feature by feature.")
  var explain = false

  @Option(help: "How results are written: text, or json with one object a query.")
  var format: Format = .text

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit takes a whole number from 1.") }
  }

  func run() throws {
    let engine = SearchEngine(try reader())
    guard words == ["-"] else {
      if !ask(words.joined(separator: " "), engine) { throw ExitStatus.findings.error }
      return
    }
    while let line = readLine() { _ = ask(line, engine) }
  }

  /// Prints the answer; whether there is any.
  private func ask(_ query: String, _ engine: SearchEngine) -> Bool {
    let answer = engine.search(query, limit: limit)
    Console.print(format == .json ? json(query, answer) : text(query, answer))
    return !answer.results.isEmpty
  }

  private func reader() throws -> IndexReader {
    let folder = URL(fileURLWithPath: index)
    do throws(IndexReader.Problem) {
      return try IndexReader { name in (try? Data(contentsOf: folder.appending(path: name))).map(Array.init) }
    } catch {
      switch error {
      case .missing:
        Console.error(
          "error: there is no index in \(index)\nhelp: build the site first, or name its folder search/ with --index")
      case .damaged(let file):
        Console.error("error: \(index)/\(file) is not an index of this version\nhelp: build the site again")
      }
      throw ExitStatus.usage.error
    }
  }

  private func json(_ query: String, _ answer: SearchEngine.Answer) -> String {
    JSON.object([
      .init("query", .string(query)), .init("corrected", answer.corrected.map { .string($0) } ?? .null),
      .init("count", .int(answer.count)),
      .init(
        "results",
        .array(
          answer.results.map { result in
            var members: [JSON.Member] = [
              .init("url", .string(result.url)), .init("title", .string(result.title)),
              .init("heading", result.heading.map { .string($0) } ?? .null),
              .init("fragment", result.fragment.map { .string($0) } ?? .null),
              .init("score", .double((result.score * 1000).rounded() / 1000)),
            ]
            if explain {
              let features = result.features.filter { $0.value != 0 }
              members.append(.init("features", .object(features.map { .init($0.name, .double($0.value)) })))
            }
            return .object(members)
          })),
    ]).serialized()
  }

  private func text(_ query: String, _ answer: SearchEngine.Answer) -> String {
    guard !answer.results.isEmpty else { return "Nothing found for “\(query)”." }
    var lines: [String] = []
    if let corrected = answer.corrected { lines.append("Showing results for “\(corrected)”.") }
    for (number, result) in answer.results.enumerated() {
      lines.append("\(number + 1). \(result.title)" + (result.heading.map { " › \($0)" } ?? ""))
      lines.append("   \(result.url)")
      guard explain else { continue }
      let features = result.features.filter { $0.value != 0 && $0.weight != 0 }
      let terms = features.map { "\($0.name) \(Self.rounded($0.value)) × \(Self.rounded($0.weight))" }
      lines.append("   \(Self.rounded(result.score)) = \(terms.joined(separator: " + "))")
    }
    return lines.joined(separator: "\n")
  }

  private static func rounded(_ number: Double) -> String { String(format: "%.2f", number) }
}
