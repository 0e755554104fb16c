internal import Content

/// The troubleshooter's twins: its questions and answers as lists, since there is nothing to open and close in a text.
extension MarkdownTwins {
  func troubleshooter() -> OutputFile {
    let lines = edition.causes.codes(in: edition).map { definition, _ in
      link(
        "\(definition.key) \(definition.reason)", Causes.path(of: definition.code), from: Causes.index,
        note: edition.locale.text(for: definition)?.heading)
    }
    let any = link(
      press.string("troubleshooterAny"), Causes.any, from: Causes.index, note: press.string("troubleshooterAnyHint"))
    return file(
      Causes.index, title: press.string("troubleshooter"), lede: press.string("troubleshooterLede"),
      body: "## \(press.string("troubleshooterSee"))\n\n" + lines.joined() + any)
  }

  func questions(_ page: TroubleshooterCodePage) -> OutputFile {
    var sections: [String] = []
    let programs = ProgramLines.all(page.signed, of: edition.entries).map { program in
      "### \(Self.escaped(program.name))\n\n"
        + program.lines.map { line in
          let article = edition.entries[line.position].article
          return "- \(Self.code(line.text)): " + link(article.title, article.path, from: page.path, bullet: "")
        }.joined()
    }
    if !programs.isEmpty {
      let hint = press.string("troubleshooterLogHint")
      sections += ["## \(press.string("troubleshooterLog"))\n\n\(Self.escaped(hint))\n"] + programs
    }
    let patterns = page.patterns.map { pattern, causes in
      "### \(press.string(pattern.key))\n\n" + list(causes, from: page.path)
    }
    if !patterns.isEmpty { sections += ["## \(press.string("troubleshooterPattern"))\n"] + patterns }
    return file(
      page.path, title: page.title, lede: press.string("troubleshooterLede"), body: sections.joined(separator: "\n"))
  }

  /// A code span, with as many backticks around as the text needs (CommonMark, section 6.1).
  private static func code(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "`")) else { return "`\(text)`" }
    let longest = text.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
    let mark = String(repeating: "`", count: longest + 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return mark + space + text + space + mark
  }
}
