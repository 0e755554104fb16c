import Foundation
import LiveUpstreams
import Trace

/// What really came back from nginx.
struct Answer: CustomStringConvertible {
  let status: Int
  let location: String?
  let body: String
  /// The headers a page's configuration decides: the type and those of `add_header`.
  let headers: [String: String]
  /// What the upstream was sent, when the answer is an upstream's.
  let echo: Echo?
  /// Compressed on the way, so that the body is not read.
  private let isCompressed: Bool

  /// Reads a response as a client would: status line, headers, body, chunks put together.
  init(_ bytes: [UInt8]) {
    var text = String(decoding: bytes, as: UTF8.self)
    // The go-ahead for a body is not the answer.
    while text.hasPrefix("HTTP/1.1 100"), let end = text.range(of: "\r\n\r\n") {
      text = String(text[end.upperBound...])
    }
    guard text.hasPrefix("HTTP/1."), let end = text.range(of: "\r\n\r\n") else {
      (status, location, body, headers, echo, isCompressed) = (0, nil, text, [:], nil, false)
      return
    }
    let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
    status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? -1
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 {
        headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
      } else if parts.count == 1 {
        headers[parts[0].lowercased()] = ""
      }
    }
    location = headers["location"]
    echo = headers[Echo.name.lowercased()].flatMap { Echo($0) }
    self.headers = headers.filter {
      Self.isCompared($0.key) && $0.key != "x-a" && $0.key != "x-b"
    }
    let rest = String(text[end.upperBound...])
    body = headers["transfer-encoding"] == "chunked" ? Self.joined(rest) : rest
    // Twins that `gzip_static` sends have a length, and are plain text here.
    isCompressed = headers["content-encoding"] == "gzip" && headers["content-length"] == nil && !rest.isEmpty
  }

  private static func joined(_ text: String) -> String {
    var rest = Substring(text)
    var body = ""
    while let end = rest.range(of: "\r\n"), let size = Int(rest[..<end.lowerBound], radix: 16), size > 0 {
      let chunk = rest[end.upperBound...].utf8.prefix(size)
      body += String(chunk) ?? ""
      rest = rest[end.upperBound...].dropFirst(String(chunk)?.count ?? 0).dropFirst(1)
    }
    return body
  }

  var description: String { "\(status) location=\(location ?? "-") body=\(body.prefix(60).debugDescription)" }

  private static func isCompared(_ header: String) -> Bool {
    header == "content-type" || header == "www-authenticate" || header.hasPrefix("x-")
  }

  private func isPart(of text: String) -> Bool {
    body.contains("Content-Range: bytes ") || text.contains(body)
  }

  /// Why a prediction is wrong; nil when it is right.
  func disagreement(with outcome: Outcome, _ request: Request, upstreamBodies: Set<String>) -> String? {
    disagreement(with: outcome, upstreamBodies: upstreamBodies)
      ?? (outcome.body == .upstream ? echo?.difference(from: outcome.asked, request) : nil)
  }

  private func disagreement(with outcome: Outcome, upstreamBodies: Set<String>) -> String? {
    if case .unknown(let reason) = outcome.certainty { return "unknown: \(reason)" }
    if outcome.status != status { return "status \(outcome.status), really \(status)" }
    if outcome.location != location { return "location \(outcome.location ?? "-"), really \(location ?? "-")" }
    if outcome.status != 0 {
      let predicted = Dictionary(
        outcome.headers.filter { Self.isCompared($0.name) }.map {
          ($0.name, $0.value.trimmingCharacters(in: .whitespaces))
        }
      ) { _, last in last }
      // The type of an upstream's body is the upstream's business.
      var sent = predicted["content-type"] == nil ? headers.filter { $0.key != "content-type" } : headers
      if sent["content-type"]?.hasPrefix("multipart/byteranges") == true {
        sent["content-type"] = "multipart/byteranges"
      }
      if predicted != sent { return "headers \(predicted), really \(sent)" }
    }
    // What nginx compresses on the way is not unpacked here.
    if isCompressed { return nil }
    let isFiltered = outcome.steps.contains { $0.text.hasSuffix("may change the text of the page") }
    func isSame(_ expected: String) -> Bool {
      body == expected || isFiltered && (expected.isEmpty || body.contains(expected))
    }
    switch outcome.body {
    case .none: return body.isEmpty ? nil : "no body, really \(body.prefix(60))"
    case .builtin, .redirect:
      return body.contains("<center>nginx") || body.contains("<title>Index of") || body.hasPrefix("GIF")
        || body.hasPrefix("Active connections") || body.hasPrefix("[") || body.hasPrefix("/* callback */")
        || body.contains("<list>") ? nil : "nginx's own page, really \(body.prefix(60))"
    case .upstream:
      return upstreamBodies.contains(where: isSame) ? nil : "the upstream's body, really \(body.prefix(60))"
    case .inline(let text): return isSame(text) ? nil : "the text \(text), really \(body.prefix(60))"
    case .file(let path):
      let expected = (try? String(contentsOfFile: path, encoding: .utf8)) ?? "?"
      if status == 206 { return isPart(of: expected) ? nil : "a part of \(path), really \(body.prefix(60))" }
      return isSame(expected) ? nil : "the file \(path), really \(body.prefix(60))"
    }
  }
}
