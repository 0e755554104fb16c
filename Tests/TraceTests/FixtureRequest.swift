import Foundation
import Trace

/// One line of a fixture's `requests.txt`: `FAILURE[,FAILURE]… METHOD URL [Name:value]… [body=N]`; a space in a value is
/// written `%20`.
struct FixtureRequest {
  let text: String
  let request: Request
  let failures: Failures

  struct Malformed: Error { let line: String }

  /// - Parameter base: what stands before a URL that is only a path.
  init(_ line: Substring, base: String = "") throws {
    let words = line.split(separator: " ").map(String.init)
    var failures = Failures()
    guard words.count >= 3, words[0].split(separator: ",").map({ failures.add(String($0)) }).allSatisfy(\.self),
      var request = Request("\(words[1]) \(words[2].hasPrefix("/") ? base : "")\(words[2])")
    else { throw Malformed(line: String(line)) }
    for word in words.dropFirst(3) {
      if word.hasPrefix("body=") {
        request.bodyLength = Int(word.dropFirst(5)) ?? 0
      } else {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        request.headers.append(.init(String(parts[0]), String(parts.last ?? "").replacing("%20", with: " ")))
      }
    }
    (text, self.request, self.failures) = (String(line), request, failures)
  }

  static func read(_ directory: URL) throws -> [FixtureRequest] {
    let text = try String(contentsOf: directory.appendingPathComponent("requests.txt"), encoding: .utf8)
    return try text.split(separator: "\n").map { try FixtureRequest($0) }
  }
}
