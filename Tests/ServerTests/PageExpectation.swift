import Foundation
import TestSupport

/// What an answer with one of our pages has to look like.
struct PageExpectation: Sendable {
  let site: BuiltSite
  /// Whether the proxy chooses the format; HTML for everybody if not.
  let negotiates: Bool
  /// Whether the proxy can set header fields for its errors only.
  let setsHeaders: Bool
  let shape: Shape
  /// Whether the proxy tells the page that its request was a GET.
  let saysMethod: Bool
  /// Whether the proxy names a charset for JSON and XML, too, which need none.
  let namesCharset: Bool
  /// Seconds to wait, by status; nothing for a status that names no time.
  let retryAfter: [Int: String]

  /// What becomes of a file on its way through the configuration.
  enum Shape: Sendable {
    case asItIs
    /// A line break becomes a space, and in text a dash.
    case oneLine
  }

  init(
    site: BuiltSite, negotiates: Bool = true, setsHeaders: Bool = true, saysMethod: Bool = true,
    shape: Shape = .asItIs, namesCharset: Bool = false
  ) {
    self.namesCharset = namesCharset
    self.saysMethod = saysMethod && negotiates
    self.site = site
    self.negotiates = negotiates
    self.setsHeaders = setsHeaders
    self.shape = shape
    var times: [Int: String] = [:]
    for status in 400..<600 {
      guard let response = try? String(decoding: site.bytes("error-pages/en/\(status).http"), as: UTF8.self) else {
        continue
      }
      let line = response.components(separatedBy: "\r\n").first { $0.hasPrefix("Retry-After: ") }
      times[status] = line.map { String($0.dropFirst("Retry-After: ".count)) }
    }
    retryAfter = times
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "txt": "text/plain; charset=utf-8", "json": "application/problem+json",
    "xml": "application/problem+xml",
  ]

  /// The bytes of a page as the proxy sends them, or none if there is no such page.
  func body(_ status: Int, language: String, format: String) -> [UInt8] {
    let bytes = (try? site.bytes("error-pages/\(language)/\(status).\(format)")) ?? []
    switch shape {
    case .asItIs: return bytes
    case .oneLine:
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      return Array(lines.joined(separator: format == "txt" ? " - " : " ").utf8)
    }
  }

  func problems(of answer: Exchange, status: Int, method: String, variant: Variant) -> [String] {
    let isHead = method == "HEAD"
    let format = negotiates ? variant.format : "html"
    let language = negotiates ? variant.language : "en"
    let plain = Self.types[format] ?? ""
    let type = namesCharset && !plain.contains("charset") ? plain + "; charset=utf-8" : plain
    var problems: [String] = []
    func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
      if !isTrue { problems.append(problem()) }
    }
    expect(answer.status == status, "status \(answer.status) instead of \(status)")
    let page = body(status, language: language, format: format)
    if !page.isEmpty {
      let expected = isHead ? [] : page
      expect(answer.body == expected, "\(answer.body.count) bytes of body instead of \(expected.count)")
      if let length = answer.value("content-length") {
        expect(Int(length) == page.count, "Content-Length \(length) instead of \(page.count)")
      }
    } else {
      problems.append("there is no page for \(status)")
    }
    expect(answer.values("content-type").map { $0.lowercased() } == [type], "types \(answer.values("content-type"))")
    expect(answer.value("x-own") == nil, "the upstream's headers are left")
    guard setsHeaders else { return problems }
    expect(answer.values("cache-control") == ["no-store"], "Cache-Control \(answer.values("cache-control"))")
    expect(answer.value("x-robots-tag") == "noindex", "X-Robots-Tag \(answer.values("x-robots-tag"))")
    let wait = retryAfter[status].map { [$0] } ?? []
    expect(answer.values("retry-after") == wait, "Retry-After \(answer.values("retry-after")), not \(wait)")
    expect(answer.values("content-language") == [language], "Content-Language \(answer.values("content-language"))")
    if negotiates {
      expect(answer.values("vary").joined().lowercased().contains("accept"), "no Vary: Accept")
    }
    // A page that was made for a form must not take itself for one that may be loaded again.
    let timing = answer.values("server-timing")
    if method == "GET", format == "html" {
      expect(timing == (saysMethod ? ["method;desc=GET"] : []), "Server-Timing \(timing)")
    } else if !["GET", "HEAD"].contains(method) {
      expect(!timing.joined().contains("GET"), "Server-Timing \(timing) for \(method)")
    }
    for name in ["etag", "last-modified", "accept-ranges"] {
      expect(answer.value(name) == nil, "\(name) invites a cache")
    }
    return problems
  }
}
