import Foundation
import LiveUpstreams
import ProxyConfig
import TestSupport
import Trace

/// What really came back.
struct Answer: CustomStringConvertible {
  let status: Int
  let location: String?
  let headers: [String: String]
  let body: String
  /// What the server says it was sent, if it is its answer that goes out.
  private let echo: Echo?

  init(_ bytes: [UInt8]) {
    var text = String(decoding: bytes, as: UTF8.self)
    while text.hasPrefix("HTTP/1.1 100"), let end = text.range(of: "\r\n\r\n") {
      text = String(text[end.upperBound...])
    }
    guard text.hasPrefix("HTTP/1."), let end = text.range(of: "\r\n\r\n") else {
      (status, location, headers, body, echo) = (0, nil, [:], text, nil)
      return
    }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? -1
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
      headers[parts[0].lowercased()] = headers[parts[0].lowercased()].map { $0 + ", " + value } ?? value
    }
    location = headers["location"]
    echo = headers[Echo.name.lowercased()].flatMap { Echo($0) }
    self.headers = headers.filter { $0.key.hasPrefix("x-") }
    body = String(text[end.upperBound...])
  }

  var description: String {
    "\(status) location=\(location ?? "-") \(headers) body=\(body.prefix(60).debugDescription)"
  }

  /// Why a prediction is wrong; nil when it is right.
  func disagreement(with outcome: Outcome, _ request: Request) -> String? {
    disagreement(with: outcome, isHead: request.method == "HEAD") ?? echo?.difference(from: outcome.asked, request)
  }

  private func disagreement(with outcome: Outcome, isHead: Bool) -> String? {
    if outcome.status != status { return "status \(outcome.status), really \(status)" }
    if outcome.location != location { return "location \(outcome.location ?? "-"), really \(location ?? "-")" }
    var predicted: [String: String] = [:]
    for header in outcome.headers where header.name.hasPrefix("x-") {
      predicted[header.name] = predicted[header.name].map { $0 + ", " + header.value } ?? header.value
    }
    if predicted != headers { return "headers \(predicted), really \(headers)" }
    if isHead { return body.isEmpty ? nil : "a body for HEAD" }
    func judge(_ isRight: Bool, _ what: String) -> String? { isRight ? nil : "\(what), really \(body.prefix(60))" }
    switch outcome.body {
    case .none: return judge(body.isEmpty || status == 0, "no body")
    case .redirect: return judge(body.isEmpty, "no body")
    case .builtin: return judge(body.hasPrefix("<html><body><h1>"), "HAProxy's own page")
    case .upstream:
      return judge(
        FakeUpstreams.statuses.contains { body == FakeUpstreams.body($0) || $0 == 304 && body.isEmpty },
        "the server's body")
    case .inline(let text): return judge(body == text, "the text \(text)")
    case .file(let path):
      let whole = (try? String(contentsOfFile: path, encoding: .utf8)) ?? "?"
      let expected = path.hasSuffix(".http") ? whole.components(separatedBy: "\r\n\r\n").last ?? "" : whole
      return judge(body == expected, "the file \(path)")
    }
  }
}

/// A request as bytes.
enum Wire {
  static func bytes(_ request: Request) -> [UInt8] {
    var text = "\(request.method) \(request.target.string) HTTP/1.1\r\n"
    for header in request.headers { text += "\(header.name): \(header.value)\r\n" }
    if request.bodyLength > 0 { text += "Content-Length: \(request.bodyLength)\r\n" }
    return Array((text + "Connection: close\r\n\r\n" + String(repeating: "b", count: request.bodyLength)).utf8)
  }
}
