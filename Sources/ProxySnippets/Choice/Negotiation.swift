internal import Foundation

/// Chooses language and format as the generated configurations do, by the very expressions that stand in them, so that a
/// preview cannot choose otherwise.
public struct Negotiation: Sendable {
  private let languages: [String]
  private let ranges: [(range: String, language: String)]
  private let languagePatterns: [NSRegularExpression]
  private static let formatPatterns = FormatChoice.patterns(group: "(").compactMap(compiled)

  /// - Parameter languages: those of the pack, the default language first.
  public init(languages: [String]) {
    self.languages = languages
    let choice = LanguageChoice(languages: languages)
    ranges = choice.ranges
    languagePatterns = choice.patterns(group: "(").compactMap(Self.compiled)
  }

  /// The folder that a visitor with this Accept-Language gets the page from.
  public func language(_ header: String) -> String {
    let wanted = Self.first(languagePatterns, in: header)?.lowercased()
    return ranges.first { $0.range == wanted }?.language ?? languages.first ?? "en"
  }

  /// The file extension of the format that a client with this Accept gets.
  public func format(_ header: String) -> String {
    guard let accepted = Self.first(Self.formatPatterns, in: header)?.lowercased() else { return FormatChoice.fallback }
    return FormatChoice.types.first { accepted.contains($0.pattern) }?.format ?? FormatChoice.fallback
  }

  /// The Content-Type of each format as the proxies send it.
  public static let contentTypes: [String: String] = Dictionary(
    FormatChoice.contentTypes.map { ($0.format, $0.type.hasPrefix("text/") ? $0.type + "; charset=utf-8" : $0.type) },
    uniquingKeysWith: { first, _ in first })

  private static func compiled(_ pattern: String) -> NSRegularExpression? {
    try? NSRegularExpression(pattern: pattern, options: .caseInsensitive)
  }

  private static func first(_ patterns: [NSRegularExpression], in header: String) -> String? {
    let whole = NSRange(header.startIndex..., in: header)
    for pattern in patterns {
      if let match = pattern.firstMatch(in: header, range: whole), let range = Range(match.range(at: 1), in: header) {
        return String(header[range])
      }
    }
    return nil
  }
}
