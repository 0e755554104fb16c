import Foundation
import Testing

@testable import ProxySnippets

/// The expressions that choose a page's language and format, tried as the proxies try them.
@Suite("Negotiation")
struct ChoiceTests {
  private static let choice = LanguageChoice(languages: ["en", "pt-BR", "de", "zh-Hans", "he"])

  @Test(
    "the language that is wanted most wins",
    arguments: [
      ("de", "de"), ("DE-at", "de"), ("fr, de;q=0.5", "de"), ("fr", nil), ("", nil), ("*", nil), ("den", nil),
      ("de;q=0.5, pt;q=0.9", "pt-BR"), ("pt-PT", "pt-BR"), ("pt-br", "pt-BR"), ("en;q=0, de;q=0.1", "de"),
      ("de;q=0", nil), ("de;q=0.000", nil), ("de;q=0.05", "de"), ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
      ("zh-Hans-SG", "zh-Hans"), ("iw", "he"), ("en-US,en;q=0.9,de;q=0.8", "en"), ("de ; q=1.0 , en", "de"),
      ("en;q=0.7,de;q=0.7", "en"), ("fr,en;q=.4", "en"),
    ] as [(String, String?)])
  func language(_ header: String, _ expected: String?) throws {
    let range = try Self.first(Self.choice.patterns(group: "("), in: header)
    let language = range.flatMap { range in Self.choice.ranges.first { $0.range == range.lowercased() }?.language }
    #expect(language == expected)
  }

  @Test(
    "browsers get HTML, programs what they name, and all others text",
    arguments: [
      ("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", "html"),
      ("*/*", "txt"), ("", "txt"), ("application/json", "json"), ("application/json, text/plain, */*", "json"),
      ("application/problem+json", "json"), ("application/vnd.api+json; ext=\"x\"", "json"),
      ("application/json;q=0.5, text/html", "html"), ("text/html;q=0, application/json;q=0.3", "json"),
      ("application/json; charset=utf-8", "json"), ("application/soap+xml", "xml"), ("text/plain", "txt"),
      ("application/xhtml+xml", "html"), ("image/webp,*/*", "txt"),
    ])
  func format(_ header: String, _ expected: String) throws {
    let type = try Self.first(FormatChoice.patterns(group: "("), in: header) ?? ""
    let format = FormatChoice.types.first { type.lowercased().contains($0.pattern) }?.format
    #expect(format ?? FormatChoice.fallback == expected)
  }

  @Test("a proxy can take the expressions between quotation marks as they are")
  func quotable() {
    for pattern in Self.choice.patterns(group: "(") + FormatChoice.patterns(group: "(") {
      #expect(!pattern.contains("\"") && !pattern.contains("\\") && !pattern.contains("{"))
      // The newest and the oldest engine among the proxies share no look-around.
      #expect(!pattern.contains("(?=") && !pattern.contains("(?!") && !pattern.contains("(?<"))
    }
  }

  /// The group of the first expression that matches anywhere.
  private static func first(_ patterns: [String], in header: String) throws -> String? {
    for pattern in patterns {
      let expression = try NSRegularExpression(pattern: pattern, options: .caseInsensitive)
      let range = NSRange(header.startIndex..., in: header)
      guard let match = expression.firstMatch(in: header, range: range),
        let group = Range(match.range(at: 1), in: header)
      else { continue }
      return String(header[group])
    }
    return nil
  }
}
