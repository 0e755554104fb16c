import Foundation
import TestSupport

/// What an answer with one of our pages has to look like.
struct PageExpectation: Sendable {
  let site: BuiltSite
  /// Whether the proxy chooses the format; HTML for everybody if not.
  let negotiates: Bool
  /// Seconds to wait, by status; nothing for a status that names no time.
  let retryAfter: [Int: String]

  init(site: BuiltSite, negotiates: Bool = true) {
    self.site = site
    self.negotiates = negotiates
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

  func problems(of answer: Exchange, status: Int, isHead: Bool, variant: Variant) -> [String] {
    let format = negotiates ? variant.format : "html"
    let language = negotiates ? variant.language : "en"
    let type = Self.types[format] ?? ""
    var problems: [String] = []
    func expect(_ isTrue: Bool, _ problem: @autoclosure () -> String) {
      if !isTrue { problems.append(problem()) }
    }
    expect(answer.status == status, "status \(answer.status) instead of \(status)")
    if let page = try? site.bytes("error-pages/\(language)/\(status).\(format)") {
      let expected = isHead ? [] : page
      expect(answer.body == expected, "\(answer.body.count) bytes of body instead of \(expected.count)")
      if let length = answer.value("content-length") {
        expect(Int(length) == page.count, "Content-Length \(length) instead of \(page.count)")
      }
    } else {
      problems.append("there is no page for \(status)")
    }
    expect(answer.values("content-type").map { $0.lowercased() } == [type], "types \(answer.values("content-type"))")
    expect(answer.values("cache-control") == ["no-store"], "Cache-Control \(answer.values("cache-control"))")
    expect(answer.value("x-robots-tag") == "noindex", "X-Robots-Tag \(answer.values("x-robots-tag"))")
    let wait = retryAfter[status].map { [$0] } ?? []
    expect(answer.values("retry-after") == wait, "Retry-After \(answer.values("retry-after")), not \(wait)")
    expect(answer.values("content-language") == [language], "Content-Language \(answer.values("content-language"))")
    if negotiates {
      expect(answer.values("vary").joined().lowercased().contains("accept"), "no Vary: Accept")
    }
    expect(answer.value("x-own") == nil, "the upstream's headers are left")
    for name in ["etag", "last-modified", "accept-ranges"] {
      expect(answer.value(name) == nil, "\(name) invites a cache")
    }
    return problems
  }
}
