/// How a proxy picks the page's language from Accept-Language (RFC 9110, section 12.5.4).
///
/// Proxies have no code for it, but they have regular expressions that are tried in order. One for each tenth of the
/// quality value, best first, finds the first language of the pack that is wanted that much.
struct LanguageChoice: Sendable {
  let languages: [String]

  /// What may be written for a language, in lower case, with the folder it leads to; longer ones first, so that
  /// `pt-br` is not taken for `pt`.
  var ranges: [(range: String, language: String)] {
    var ranges: [String: String] = [:]
    for language in languages {
      ranges[language.lowercased()] = language
      for alias in Self.aliases[language] ?? [] { ranges[alias] = language }
    }
    for language in languages {
      // The language alone stands for its first variety: `pt` for pt-BR.
      let primary = language.lowercased().prefix { $0 != "-" }
      if ranges[String(primary)] == nil { ranges[String(primary)] = language }
    }
    return ranges.map { ($0.key, $0.value) }.sorted { ($1.0.count, $0.0) < ($0.0.count, $1.0) }
  }

  /// The expressions in the order they are to be tried. Their one group holds a range; `group` opens it, since its
  /// notation differs. Case must be ignored. Free of quotation marks, backslashes and dollar signs other than the last.
  func patterns(group: String) -> [String] {
    let tags = ranges.map(\.range).joined(separator: "|")
    // A variety that is not in the pack, such as de-AT, counts as its language.
    let head = "(?:^|,) *\(group)\(tags))(?:-[a-z0-9]+)* *"
    let tenths = (1...9).reversed().map { "; *q=0?[.]\($0)[0-9]* *" }
    return ["(?:; *q=1(?:[.]0*)? *)?"].map { head + $0 + "(?:,|$)" }
      + (tenths + ["; *q=0?[.]0[0-9]*[1-9][0-9]* *"]).map { head + $0 + "(?:,|$)" }
  }

  /// Names that browsers use beside the registered tag: regions that imply a script, and tags that were renamed.
  private static let aliases: [String: [String]] = [
    "zh-Hans": ["zh-cn", "zh-sg"],
    "zh-Hant": ["zh-tw", "zh-hk", "zh-mo"],
    "he": ["iw"],
    "id": ["in"],
    "nb": ["no"],
    "no": ["nb", "nn"],
    "fil": ["tl"],
  ]
}
