internal import Diagnostics

/// Which languages a site comes in, and which only its error pages.
extension SettingsLoader {
  /// The languages with the default one first.
  func languages(_ record: Record, into report: inout Report) -> [Located<String>] {
    let languages = tags(record.texts("languages"), into: &report)
    guard let preferred = record.located("defaultLanguage") else { return languages }
    guard let index = languages.firstIndex(where: { $0.value == preferred.value }) else {
      report.add(
        Diagnostic(
          "unknown-language", "the default language is not among `languages`", at: preferred.place,
          help: NearestName.of(preferred.value, among: languages.map(\.value)).map { "did you mean `\($0)`?" }))
      return languages
    }
    return [languages[index]] + languages[..<index] + languages[(index + 1)...]
  }

  /// The languages that only error pages come in.
  func furtherLanguages(
    _ record: Record, beside languages: [Located<String>], into report: inout Report
  ) -> [Located<String>] {
    guard let choice = record.record("errorPages") else { return [] }
    let site = Set(languages.map(\.value))
    if let all = choice.located("languages") {
      return reader.localeTags.filter { !site.contains($0) }.map { Located(value: $0, place: all.place) }
    }
    // To list a language of the site again does no harm.
    return tags(choice.texts("languages"), into: &report).filter { !site.contains($0.value) }
  }

  /// Language tags as written, without those that are none and those that come a second time.
  private func tags(_ written: [Located<String>], into report: inout Report) -> [Located<String>] {
    var tags: [Located<String>] = []
    for tag in written {
      if !Self.isLanguageTag(tag.value) {
        report.add(
          Diagnostic(
            "bad-language", "“\(tag.value)” is no language tag", at: tag.place,
            help: "write it like en, pt-BR or zh-Hans"))
      } else if let first = tags.first(where: { $0.value.lowercased() == tag.value.lowercased() }) {
        report.add(
          Diagnostic(
            "duplicate-language", "language listed twice", at: tag.place,
            related: [.init("first here", at: first.place)]))
      } else {
        tags.append(tag)
      }
    }
    return tags
  }

  /// Letters and digits in groups of one to eight, the first of two or three letters (RFC 5646, well-formedness).
  static func isLanguageTag(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.utf8.count), first.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }
}
