import Escaping
import ProxyConfig

extension RuleCatalogue {
  /// The rules as articles of the help site: path below `content/`, and the Markdown file's text.
  ///
  /// They are committed like any article, so that the site's navigation, search and languages treat them as such, and a
  /// site that does not want them deletes the folder.
  public var articles: [(path: String, text: String)] {
    [("articles/checks/index.md", index)]
      + rules.enumerated().map { position, rule in
        ("articles/checks/\(rule.id).md", rule.article(weight: (position + 1) * 10))
      }
  }

  private var index: String {
    let table = rules.map { "| [`\($0.id)`](\($0.id).md) | \($0.grade) | \($0.summary.inTable) |" }
    return """
      ---
      title: What the checker finds
      description: Every mistake in a proxy's configuration that keeps visitors from seeing the error page, with an example of each.
      tags: [check, configuration]
      weight: 58
      audience: [owner, developer]
      keywords: [interlude check, linter, rules, error_page, handle_errors]
      related: [../guides/checking-a-config.md]
      ---

      [`interlude check`](../guides/checking-a-config.md) plays every failure of every proxied location through the configuration. These
      are the rules it judges the outcome by. An error keeps visitors from the page or harms them; a warning takes something from the
      page; an info is worth knowing.

      | rule | severity | what it finds |
      | --- | --- | --- |
      \(table.joined(separator: "\n"))

      """
  }
}

extension RuleDescription {
  fileprivate func article(weight: Int) -> String {
    let samples = failing + passing
    var proxies: [String] = []
    for sample in samples where !proxies.contains(sample.kind.rawValue) { proxies.append(sample.kind.rawValue) }
    return """
      ---
      title: \(JSON.quoted("\(id): \(summary)"))
      description: \(JSON.quoted(firstSentence))
      tags: [check, \(proxies.joined(separator: ", "))]
      weight: \(weight)\(aliases)
      audience: [owner, developer]
      keywords: [\(([id, id.replacing("-", with: " ")] + names.map(JSON.quoted)).joined(separator: ", "))]
      related: [index.md, ../guides/checking-a-config.md]
      ---

      \(body)
      """
  }

  /// The pages of former names lead here.
  private var aliases: String {
    formerIDs.isEmpty ? "" : "\naliases: [\(formerIDs.map { "/articles/checks/\($0)/" }.joined(separator: ", "))]"
  }
}

extension String {
  fileprivate var inTable: String { replacing("|", with: "\\|") }
}
