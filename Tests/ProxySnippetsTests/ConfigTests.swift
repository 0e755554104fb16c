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
    languages: ["en", "pt-BR", "zh-Hans"], contents: contents)

  /// A few pages of two lines each.
  private static let contents: [String: [UInt8]] = {
    var contents: [String: [UInt8]] = [:]
    for name in ["500", "502", "503", "maintenance", "5xx"] {
      for format in ["html", "nano.html", "json", "txt"] {
        contents["en/\(name).\(format)"] = Array("<!doctype html>\n<main>\(name) as \(format)</main>\n".utf8)
      }
    }
    return contents
  }()

  static let files = Dictionary(
    uniqueKeysWithValues: ProxySnippets.files(pack).map { file in
      (String(file.path.dropFirst("error-pages/config/".count)), String(decoding: file.bytes, as: UTF8.self))
    })

  @Test("every file is as expected", arguments: files.keys.sorted())
  func golden(_ name: String) {
    Golden.expect(
      Self.files[name] ?? "", equals: PackageFolder.root.appending(path: "Tests/ProxySnippetsTests/Expected/\(name)"))
  }

  @Test("the answer of a login is left alone, and nothing is turned into 200")
  func careful() {
    // The page service is asked for a status and gives just that one; Kubernetes mounts its pages.
    let service = [
      "page-service/default.conf", "kubernetes/kustomization.yaml", "gateway-api/kustomization.yaml",
    ]
    for (name, text) in Self.files where !name.hasSuffix(".md") && !service.contains(name) {
      let directives = Self.directives(text)
      for absent in ["401", "407", "=200"] { #expect(!directives.contains(absent), "\(name): \(absent)") }
    }
  }

  @Test("braces are balanced")
  func balanced() {
    for (name, text) in Self.files where !name.hasSuffix(".md") {
      let directives = Self.directives(text)
      let (open, closed) = (directives.count { $0 == "{" }, directives.count { $0 == "}" })
      #expect(open == closed, "\(name)")
    }
  }

  /// The file without its comment lines.
  private static func directives(_ text: String) -> String {
    text.replacing(/<!--.*?-->/.dotMatchesNewlines(), with: "").split(separator: "\n").filter { line in
      let start = line.drop { $0.isWhitespace }
      return !["#", "--", "//"].contains { start.hasPrefix($0) }
    }.joined(separator: "\n")
  }
}
