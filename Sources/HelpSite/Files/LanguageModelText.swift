internal import Content

/// `llms-full.txt`: the text of every code and article of an edition, in reading order, each below its title with the address of
/// its page. Only where `fullText` asks for it: it changes with every text.
struct LanguageModelText {
  let press: Press

  func file() -> OutputFile {
    let (edition, twins) = (press.edition, MarkdownTwins(press: press, isGathered: true))
    var text = Array(
      "# \(MarkdownTwins.escaped(edition.name))\n\n> \(MarkdownTwins.escaped(edition.description))\n".utf8)
    func add(_ twin: OutputFile, _ path: SitePath) {
      text += "\n---\n\n".utf8
      text += "Source: \(twins.absolute(edition.place(path)))\n\n".utf8
      text += twin.bytes
    }
    for position in edition.codes.indices { add(twins.code(position), edition.codes[position].path) }
    for branch in edition.branches {
      for position in (branch.index.map { [$0] } ?? []) + branch.articles {
        add(twins.article(position), edition.entries[position].article.path)
      }
    }
    return OutputFile(path: edition.place(SitePath("llms-full.txt")).text, bytes: text)
  }
}
