internal import Markdown

/// How Markdown is read in each language of a site.
struct MarkdownLanguages: Sendable {
  private let strings: [String: MarkdownStrings]
  private let original: MarkdownStrings
  private let rawHTML: Bool

  init(_ locales: [Locale], rawHTML: Bool) {
    strings = Dictionary(
      locales.map { ($0.language, MarkdownStrings($0)) }, uniquingKeysWith: { first, _ in first })
    original = locales.first.map { MarkdownStrings($0) } ?? MarkdownStrings()
    self.rawHTML = rawHTML
  }

  func options(for name: MarkdownFileName) -> MarkdownOptions {
    var options = MarkdownOptions()
    options.rawHTML = rawHTML
    options.headingAnchors = true
    options.strings = name.language.flatMap { strings[$0] } ?? original
    return options
  }
}

extension MarkdownStrings {
  /// The words of a language; English for those that its file does not have.
  fileprivate init(_ locale: Locale) {
    self.init()
    func take(_ key: String, _ word: WritableKeyPath<MarkdownStrings, String>) {
      if let text = locale.site[key] { self[keyPath: word] = text }
    }
    take("note", \.note)
    take("tip", \.tip)
    take("important", \.important)
    take("warning", \.warning)
    take("caution", \.caution)
    take("footnotes", \.footnotes)
    take("backToReference", \.backToReference)
    take("variants", \.tabs)
    take("table", \.table)
    take("taskDone", \.taskDone)
    take("taskToDo", \.taskToDo)
    take("headingAnchor", \.headingAnchor)
    if let text = locale.page["broken"] { broken = text }
  }
}
