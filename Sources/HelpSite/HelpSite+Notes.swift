internal import Theme

extension HelpSite {
  /// What the comment at the top of each template lists: what the page is given, or what the partial takes. `t`, `site` and
  /// `page` are on every page and are listed in one place, `site/partials/top`.
  static let notes: [String: ViewSchema] = {
    let common = Set(Press.schema.fields.map(\.name))
    let pages = templates.mapValues { schema in ViewSchema(schema.fields.filter { !common.contains($0.name) }) }
    let partials: [String: ViewSchema] = [
      "top": Press.schema, "bottom": none, "search": none, "preview": none, "languages": none, "notice": none,
      "article-head": take(["title", "lede", "check", "audience", "codes"], ArticlePage.schema),
      "after-article": take(
        ["signatures", "related", "sources", "tags", "updated", "reviewed", "editURL"], ArticlePage.schema),
      "article-list": LinkViews.articles, "code-link": LinkViews.code, "hop": take(["hop"], LinkViews.code),
      "first-check": take(["check"], ArticlePage.schema),
      "contents": take(["contents"], ArticlePage.schema), "crumbs": take(["crumbs"], ArticlePage.schema),
      "helpful": none, "fine-print": take(["updated", "reviewed", "editURL"], ArticlePage.schema),
      "sources": take(["sources"], ArticlePage.schema), "stops": take(["stops"], HomePage.schema),
      "topic-list": take(["topics"], TopicPage.schema),
    ]
    return partials.reduce(into: pages) { $0["site/partials/\($1.key)"] = $1.value }
  }()

  private static let none = ViewSchema([])

  private static func take(_ names: [String], _ schema: ViewSchema) -> ViewSchema {
    ViewSchema(names.compactMap { schema.field($0) })
  }
}
