internal import Content
internal import Markdown

/// A page as the index sees it.
final class SearchDocument: Sendable {
  /// Where it lies in the whole site.
  let path: SitePath
  let title: String
  let description: String?
  /// What the page is looked up by and by nothing else: a status code, identifiers that only a log writes.
  let names: [String]
  let keywords: [String]
  /// The literal parts of the log signatures that lead here, one list a signature.
  let signatures: [[String]]
  /// Neither a code nor a topic's own page.
  let isArticle: Bool
  let facets: Facets
  /// Whose sections are the page's, before `others`.
  private let text: Document?
  private let others: [Section]

  /// What its author called an article's file: words that say in short what it is about.
  var slug: String {
    guard isArticle, let name = path.text.utf8.split(separator: UInt8(ascii: "/")).last else { return "" }
    return String(decoding: name.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// Read anew each time where the text was put away.
  var sections: [Section] {
    guard let body = text?.whole.body else { return others }
    return body.sections.map { section in
      let heading = section.heading.map { body.headings[$0] }
      return Section(id: heading?.id ?? "", heading: heading?.text ?? "", text: section.text, code: section.code)
    } + others
  }

  init(
    path: SitePath, title: String, description: String?, names: [String] = [], keywords: [String] = [],
    signatures: [[String]] = [], isArticle: Bool = false, facets: Facets = Facets(), text: Document? = nil,
    sections others: [Section]
  ) {
    (self.path, self.title, self.description, self.names, self.keywords) = (path, title, description, names, keywords)
    (self.signatures, self.isArticle, self.facets, self.text, self.others) = (
      signatures, isArticle, facets, text, others
    )
  }

  /// A heading and the text under it; the first section of a page has none.
  struct Section: Sendable, Hashable {
    let id: String
    let heading: String
    let text: String
    let code: String
  }

  /// What results can be filtered by.
  struct Facets: Sendable, Hashable {
    /// The folder below `articles/`, or `codes`.
    var topic = ""
    var audience: [ErrorDefinition.Reader] = []
    /// Names of proxies it is about, as its tags have them.
    var proxies: [String] = []
  }
}
