public import Content
public import Diagnostics
internal import Markdown

/// A link of the author's that leads to another site.
public struct WebLink: Sendable {
  /// As it is written.
  public let url: String
  /// Where it is written; the beginning of the file where it cannot be found there.
  public let place: Place

  /// All of a site: links of texts, and addresses that `sources` name. What came with the program is not the author's to mend,
  /// and addresses for samples lead nowhere by design. A site of which only outlines are known has none.
  public static func all(of site: Site) -> [WebLink] {
    var links: [WebLink] = []
    for definition in site.errors { links += of(definition.page, definition.sources) }
    for translations in site.translatedErrors.sorted(by: { $0.key < $1.key }) {
      for definition in translations.value.sorted(by: { $0.key < $1.key }) {
        links += of(definition.value.page, definition.value.sources)
      }
    }
    for articles in site.articles.sorted(by: { $0.key < $1.key }) {
      for article in articles.value { links += of(article.page, article.sources) }
    }
    return links
  }

  private static func of(_ document: Document, _ sources: [Content.Evidence]) -> [WebLink] {
    guard !document.isBuiltIn else { return [] }
    let document = document.whole
    var links: [WebLink] = []
    for (link, target) in zip(document.body.links, document.targets) {
      if case .external(let url) = target { links.append(WebLink(url: url, place: link.place)) }
    }
    for url in sources.compactMap(\.url) {
      links.append(WebLink(url: url, place: place(of: url, inFrontMatterOf: document)))
    }
    return links.filter { WebAddress.isOne($0.url) && !WebAddress.isSample($0.url) }
  }

  private static func place(of url: String, inFrontMatterOf document: Document) -> Place {
    let (front, wanted) = (document.source.bytes[..<document.bodyRange.lowerBound], Array(url.utf8))
    var rest = front
    while let range = rest.firstRange(of: wanted) {
      // Not within a longer address.
      let isWhole = range.upperBound == front.endIndex || !inAddresses.contains(front[range.upperBound])
      if isWhole { return document.source.place(range) }
      rest = front[range.upperBound...]
    }
    return document.source.place(0..<0)
  }

  private static let inAddresses = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#@!$&'()*+;=%".utf8)
}
