internal import Content
internal import Diagnostics
internal import Escaping
internal import Markdown

/// `index.md` beside each `index.html`: the page as its author wrote it, with the links leading to other twins.
struct MarkdownTwins {
  let press: Press
  /// Whether the texts go into one file at the root, where a link from page to page would lead astray.
  var isGathered = false
  var edition: Edition { press.edition }

  func article(_ position: Int) -> OutputFile {
    let entry = edition.entries[position]
    let article = entry.article
    return file(
      article.path, title: article.title, lede: article.description, body: text(article.page, at: article.path))
  }

  func topic(_ position: Int) -> OutputFile {
    let branch = edition.branches[position]
    let article = branch.index.map { edition.entries[$0].article }
    var body = article.map { text($0.page, at: $0.path) + [0x0A] } ?? []
    body += list(branch.articles, from: branch.path).utf8
    for child in branch.children {
      body += link(edition.branches[child].title, edition.branches[child].path, from: branch.path).utf8
    }
    let title = branch.parent == nil && article == nil ? press.string("articles") : branch.title
    return file(branch.path, title: title, lede: article?.description, body: body)
  }

  func code(_ position: Int) -> OutputFile {
    let definition = edition.codes[position]
    var body = text(definition.page, at: definition.path)
    if let help = edition.entry(at: definition.article) {
      body += ("\n" + press.string("helpArticle") + ": ").utf8
      body += link(help.article.title, help.article.path, from: definition.path, bullet: "").utf8
    }
    return file(
      definition.path, title: "\(definition.key) \(definition.reason)", lede: definition.description, body: body)
  }

  func codes() -> OutputFile {
    file(
      PagePaths.codes, title: press.string("codes"), lede: press.string("codesLede"),
      body: codeList(from: PagePaths.codes))
  }

  func home() -> OutputFile {
    let topics = edition.branches[0].children.map { edition.branches[$0] }
    let body =
      "## \(press.string("codes"))\n\n" + codeList(from: .home) + "\n## \(press.string("articles"))\n\n"
      + topics.map { link($0.title, $0.path, from: .home) }.joined()
    return file(.home, title: edition.name, lede: edition.description, body: body)
  }

  func tags() -> OutputFile {
    let body = edition.tags.map { link($0.name, $0.path, from: Tag.index) }.joined()
    return file(Tag.index, title: press.string("tags"), lede: nil, body: body)
  }

  func tag(_ tag: Tag) -> OutputFile {
    let title = press.string("tagged").substituting("{tag}", by: tag.name)
    return file(tag.path, title: title, lede: nil, body: list(tag.articles, from: tag.path))
  }

  func file(_ path: SitePath, title: String, lede: String?, body: String) -> OutputFile {
    file(path, title: title, lede: lede, body: Array(body.utf8))
  }

  private func file(_ path: SitePath, title: String, lede: String?, body: [UInt8]) -> OutputFile {
    var text = Array("# \(Self.escaped(title))\n\n".utf8)
    if let lede { text += "> \(Self.escaped(lede))\n\n".utf8 }
    text += body.drop { $0 == 0x0A || $0 == 0x0D }
    if text.last != 0x0A { text.append(0x0A) }
    return OutputFile(path: edition.place(path).markdownFile, bytes: text)
  }

  private func codeList(from page: SitePath) -> String {
    edition.codes.map { link("\($0.key) \($0.reason)", $0.path, from: page, note: $0.description) }.joined()
  }

  func list(_ articles: [Int], from page: SitePath) -> String {
    articles.map { position in
      let article = edition.entries[position].article
      return link(article.title, article.path, from: page, note: article.description)
    }.joined()
  }

  func link(
    _ title: String, _ path: SitePath, from page: SitePath, bullet: String = "- ", note: String? = nil
  ) -> String {
    "\(bullet)[\(Self.escaped(title))](\(url(path, from: page)))" + (note.map { ": " + Self.escaped($0) } ?? "") + "\n"
  }

  private func url(_ path: SitePath, fragment: String? = nil, from page: SitePath) -> String {
    let twin = SitePath(edition.place(path).markdownFile)
    guard isGathered else { return Address.from(edition.place(page)).url(twin, fragment: fragment) }
    return absolute(twin) + (fragment.map { "#" + URLText.path($0) } ?? "")
  }

  /// Where a file is, for whoever has but one file of the site: below the base URL, or from the root of the edition.
  func absolute(_ path: SitePath) -> String {
    press.world.site.settings.baseURL.map { path.absolute(below: $0) } ?? Address.from(edition.place(.home)).url(path)
  }

  /// The document's text with each destination of a link to a page or a file replaced.
  private func text(_ document: Document, at page: SitePath) -> [UInt8] {
    let document = document.whole
    let bytes = document.source.bytes
    var output: [UInt8] = []
    var copied = document.bodyRange.lowerBound
    for (link, target) in zip(document.body.links, document.targets).sorted(by: {
      $0.0.place.range.lowerBound < $1.0.place.range.lowerBound
    }) {
      let range = link.place.range
      // The place of a destination that could not be found in the source is its whole block, which has to stay. Links
      // that share a definition share a place.
      guard range.lowerBound >= copied, range.upperBound <= document.bodyRange.upperBound,
        link.place.text == link.destination
      else { continue }
      let url: String
      switch target {
      case .page(let path, let fragment): url = self.url(path, fragment: fragment, from: page)
      case .asset(let path): url = isGathered ? absolute(path) : press.address(page).url(path)
      case .fragment, .external, .broken: continue
      }
      output += bytes[copied..<range.lowerBound]
      output += url.utf8
      copied = range.upperBound
    }
    output += bytes[copied..<document.bodyRange.upperBound]
    return output
  }

  /// A plain text for a line of Markdown: the characters that could start markup in it are escaped.
  static func escaped(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.contains(where: { $0 == 0x0A || isSpecial($0) }) else {
        return String(decoding: bytes, as: UTF8.self)
      }
      var escaped: [UInt8] = []
      escaped.reserveCapacity(bytes.count + 16)
      for byte in bytes {
        if isSpecial(byte) { escaped.append(UInt8(ascii: "\\")) }
        escaped.append(byte == 0x0A ? 0x20 : byte)
      }
      return String(decoding: escaped, as: UTF8.self)
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"):
      true
    default: false
    }
  }
}
