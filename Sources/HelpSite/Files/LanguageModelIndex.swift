internal import Content
internal import Escaping

/// `llms.txt` (llmstxt.org): what the site holds, with links to the Markdown twins.
struct LanguageModelIndex {
  let press: Press

  func file() -> OutputFile {
    let edition = press.edition
    var text = "# \(MarkdownTwins.escaped(edition.name))\n\n> \(MarkdownTwins.escaped(edition.description))\n"
    text += "\n## \(press.string("codes"))\n\n"
    for code in edition.codes { text += line("\(code.key) \(code.reason)", code.path, code.description) }
    if !edition.causes.positions.isEmpty {
      text += "\n## \(press.string("troubleshooter"))\n\n"
      text += line(press.string("troubleshooterStart"), Causes.index, press.string("troubleshooterLede"))
    }
    for branch in edition.branches where !branch.articles.isEmpty || branch.index != nil {
      text += "\n## \(MarkdownTwins.escaped(branch.title.isEmpty ? press.string("articles") : branch.title))\n\n"
      for position in (branch.index.map { [$0] } ?? []) + branch.articles {
        let article = edition.entries[position].article
        text += line(article.title, article.path, article.description)
      }
    }
    return OutputFile(path: edition.place(SitePath("llms.txt")).text, text: text)
  }

  private func line(_ title: String, _ path: SitePath, _ description: String?) -> String {
    let twin = SitePath(press.edition.place(path).markdownFile)
    let url = MarkdownTwins(press: press).absolute(twin)
    return "- [\(MarkdownTwins.escaped(title))](\(url))" + (description.map { ": " + MarkdownTwins.escaped($0) } ?? "")
      + "\n"
  }
}
