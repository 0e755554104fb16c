import Foundation
import TestSupport
import Testing

@testable import Content
@testable import ProxySnippets

/// The configuration that is written for each proxy, as a whole.
@Suite("Proxy configuration")
struct ConfigTests {
  static let pack = Pack(
    brand: "Example",
    pages: [
      .init(code: 401, reason: "Unauthorized", retryAfter: nil), .init(code: 404, reason: "Not Found", retryAfter: nil),
      .init(code: 408, reason: "Request Timeout", retryAfter: nil),
      .init(code: 431, reason: "Request Header Fields Too Large", retryAfter: nil),
      .init(code: 500, reason: "Internal Server Error", retryAfter: nil),
      .init(code: 502, reason: "Bad Gateway", retryAfter: 30),
      .init(code: 503, reason: "Service Unavailable", retryAfter: 60),
    ],
    languages: ["en", "pt-BR", "zh-Hans"])

  static let files = NginxConfig(pack).files + CaddyConfig(pack).files

  @Test("every file is as expected", arguments: files)
  func golden(_ file: OutputFile) {
    let name = file.path.split(separator: "/").suffix(2).joined(separator: "/")
    Golden.expect(
      String(decoding: file.bytes, as: UTF8.self),
      equals: PackageFolder.root.appending(path: "Tests/ProxySnippetsTests/Expected/\(name)"))
  }

  @Test("the answer of a login is left alone, and nothing is turned into 200")
  func careful() {
    for file in Self.files where !file.path.hasSuffix(".md") {
      let directives = Self.directives(file)
      for absent in ["401", "407", "=200"] { #expect(!directives.contains(absent), "\(file.path): \(absent)") }
    }
  }

  @Test("braces are balanced")
  func balanced() {
    for file in Self.files where !file.path.hasSuffix(".md") {
      let directives = Self.directives(file)
      let (open, closed) = (directives.count { $0 == "{" }, directives.count { $0 == "}" })
      #expect(open == closed, "\(file.path)")
    }
  }

  /// The file without its comment lines.
  private static func directives(_ file: OutputFile) -> String {
    String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
      .filter { line in !line.drop { $0.isWhitespace }.hasPrefix("#") }.joined(separator: "\n")
  }
}
