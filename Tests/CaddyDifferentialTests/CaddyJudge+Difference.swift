import Foundation
import LiveUpstreams
import Trace

/// What of a real answer is not what was promised.
extension CaddyJudge {
  /// What of an answer is not as expected; nil when all of it is.
  func difference(_ expected: Outcome, _ answer: RealCaddy.Answer, _ request: Request) -> String? {
    if expected.status != answer.status { return "status" }
    if expected.location != answer.header("location") {
      return "Location: \(expected.location ?? "none"), really \(answer.header("location") ?? "none")"
    }
    if let body = bytes(expected, answer), body != answer.body { return "body" }
    let echo = expected.body == .upstream ? answer.header(Echo.name.lowercased()).flatMap { Echo($0) } : nil
    return headerProblem(expected, answer) ?? echo?.difference(from: expected.asked, request)
  }

  /// The bytes an outcome promises; nil where Go or Caddy chooses the words.
  private func bytes(_ outcome: Outcome, _ answer: RealCaddy.Answer) -> [UInt8]? {
    switch outcome.body {
    case .none: return []
    case .inline(let text): return Array(text.utf8)
    case .upstream:
      let text = String(decoding: answer.body, as: UTF8.self)
      return text.hasPrefix("upstream says ") ? answer.body : Array("an upstream's body".utf8)
    case .builtin, .redirect: return nil
    case .file(let path):
      guard let data = FileManager.default.contents(atPath: path) else { return [] }
      guard let range = outcome.headers.first(where: { $0.name == "content-range" })?.value else { return Array(data) }
      let numbers = range.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
      return numbers.count == 3 ? Array(data[numbers[0]...numbers[1]]) : Array(data)
    }
  }

  /// The first header that is promised and not sent, or of ours and sent without a promise.
  private func headerProblem(_ outcome: Outcome, _ answer: RealCaddy.Answer) -> String? {
    let loose: Set<String> = ["etag", "last-modified", "date", "content-length", "connection", "vary", "server", "via"]
    func values(_ all: [(name: String, value: String)]) -> [String: [String]] {
      var result: [String: [String]] = [:]
      for (name, value) in all { result[name.lowercased(), default: []].append(value) }
      return result
    }
    let promised = values(outcome.headers.map { ($0.name, $0.value) })
    let sent = values(answer.headers)
    for (name, value) in promised.sorted(by: { $0.key < $1.key }) where !loose.contains(name) && !value.isEmpty {
      guard let real = sent[name] else { return "header \(name): \(value), really none" }
      // What an upstream sends comes first.
      if outcome.body == .upstream, real.count > value.count { continue }
      if real != value { return "header \(name): \(value), really \(real)" }
    }
    for (name, value) in sent.sorted(by: { $0.key < $1.key })
    where (name.hasPrefix("x-") || ["cache-control", "retry-after", "allow", "www-authenticate"].contains(name))
      && promised[name] == nil
    {
      return "header \(name): none, really \(value)"
    }
    return nil
  }
}
