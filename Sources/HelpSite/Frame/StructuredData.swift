internal import Content
internal import Escaping

/// What search engines and assistants read of a page: JSON-LD in the words of schema.org.
///
/// It stands in a `script` element, which no policy of the page stops: data is not executed (WHATWG HTML, "prepare the
/// script element", step on the type).
struct StructuredData {
  let url: String
  let siteName: String
  let language: String
  let head: PageHead
  /// With absolute addresses.
  let trail: [(title: String, url: String)]

  /// Nil for a page there is nothing to say about.
  var json: String? {
    let parts = [article, breadcrumbs].compactMap { $0 }
    guard !parts.isEmpty else { return nil }
    // JSON.quoted writes every `<` as an escape, so nothing in it ends the element.
    return JSON.object([.init("@context", "https://schema.org"), .init("@graph", .array(parts))]).serialized()
  }

  private var article: JSON? {
    guard head.isArticle else { return nil }
    var members: [JSON.Member] = [
      .init("@type", "TechArticle"), .init("headline", .string(head.heading)), .init("url", .string(url)),
      .init("inLanguage", .string(language)),
    ]
    if let description = head.description { members.append(.init("description", .string(description))) }
    if let day = head.published { members.append(.init("datePublished", .string(day.description))) }
    if let day = head.modified ?? head.published { members.append(.init("dateModified", .string(day.description))) }
    members.append(
      .init("publisher", .object([.init("@type", "Organization"), .init("name", .string(siteName))])))
    return .object(members)
  }

  private var breadcrumbs: JSON? {
    guard !trail.isEmpty else { return nil }
    let items = (trail + [(head.heading, url)]).enumerated().map { index, page in
      JSON.object([
        .init("@type", "ListItem"), .init("position", .int(index + 1)), .init("name", .string(page.0)),
        .init("item", .string(page.1)),
      ])
    }
    return .object([.init("@type", "BreadcrumbList"), .init("itemListElement", .array(items))])
  }
}
