import Foundation
import TestSupport
import Testing

/// The report of one of the Python scripts in this folder.
struct Inspection: Decodable {
  struct Problem: Decodable {
    let page: String
    let view: String
    let problem: String
  }

  let problems: [Problem]
  let summary: String

  static func run(_ script: String, on site: BuiltSite) async throws -> Inspection {
    try await run(script, arguments: [site.folder.path])
  }

  static func run(_ script: String, arguments: [String]) async throws -> Inspection {
    let python = try #require(TestTools.python, "there is no .venv; run scripts/install-test-tools.sh")
    let path = PackageFolder.root.appending(path: "Tests/BrowserTests/\(script)").path
    let result = try await Command.run(python, ["-B", path] + arguments)
    try #require(result.status == 0, "\(script): \(result.errors.suffix(3000))")
    return try JSONDecoder().decode(Inspection.self, from: Data(result.output))
  }

  /// One issue per kind of problem, with the pages that have it.
  func report() {
    let kinds = Dictionary(grouping: problems, by: \.problem)
    for (problem, places) in kinds.sorted(by: { $0.key < $1.key }) {
      let shown = places.prefix(3).map { "\($0.page) (\($0.view))" }.joined(separator: ", ")
      Issue.record("\(problem): \(places.count)×, \(shown)")
    }
  }
}
