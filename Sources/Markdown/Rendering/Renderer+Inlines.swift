import Diagnostics

extension Renderer {
  mutating func enterInline(_ node: Int32, _ kind: Node.Kind) -> Bool {
    let range = tree.nodes[Int(node)].text
    if image != Node.none {
      putAlternative(kind, range)
      return true
    }
    switch kind {
    case .text:
      HTMLBytes.appendText(tree.bytes, range, to: &output)
      plain.append(contentsOf: tree.bytes[range])
    case .softBreak:
      output.append(0x0A)
      plain.append(0x20)
    case .lineBreak:
      put("<br />\n")
      plain.append(0x20)
    case .code:
      put("<code>")
      HTMLBytes.appendText(tree.bytes, range, to: &output)
      put("</code>")
      plain.append(contentsOf: tree.bytes[range])
    case .emphasis: put("<em>")
    case .strong: put("<strong>")
    case .strikethrough: put("<del>")
    case .htmlInline: renderInlineHTML(range)
    case .link: enterLink(node)
    case .image: enterImage(node)
    case .footnoteReference: putFootnoteReference(node)
    default: break
    }
    return true
  }

  mutating func exitInline(_ node: Int32, _ kind: Node.Kind) {
    if image != Node.none {
      if image == node { exitImage(node) }
      return
    }
    switch kind {
    case .emphasis: put("</em>")
    case .strong: put("</strong>")
    case .strikethrough: put("</del>")
    case .link:
      put("</a>")
      closeLink()
    default: break
    }
  }

  /// In an image's description only text counts (CommonMark, section 6.4).
  private mutating func putAlternative(_ kind: Node.Kind, _ range: Range<Int>) {
    switch kind {
    case .text, .code, .htmlInline:
      HTMLBytes.appendText(tree.bytes, range, to: &output)
      plain.append(contentsOf: tree.bytes[range])
    case .softBreak, .lineBreak:
      output.append(0x20)
      plain.append(0x20)
    default: break
    }
  }

  private mutating func renderInlineHTML(_ range: Range<Int>) {
    if options.rawHTML {
      output.append(contentsOf: tree.bytes[range])
    } else {
      put("<!-- raw HTML omitted -->")
      let html = tree.bytes[range]
      reportRawHTML(html, at: map.findOrBlock(html))
    }
  }

  private mutating func enterLink(_ node: Int32) {
    let target = tree.targets[Int(tree[node].number)]
    let isAutolink = tree.isAutolink(node)
    put("<a href=\"")
    // An autolink's text is what stands in the source, its URL may have gained a scheme.
    let written = isAutolink ? tree.bytes[tree[tree[node].first].text] : tree.bytes[target.url]
    let place = isAutolink ? map.findOrBlock(written) : map.findDestination(written)
    openSlot(target, kind: isAutolink ? .autolink : .link, place: place)
    putTitle(target.title)
    put("\">")
  }

  private mutating func enterImage(_ node: Int32) {
    let target = tree.targets[Int(tree[node].number)]
    // The alternative text comes first in the source, so that the search for the destination starts behind it.
    let place = map.findDestination(tree.bytes[target.url])
    if tree[node].first == Node.none {
      report.add(
        Diagnostic(
          "missing-alt", .warning, "the image has no alternative text", at: place,
          notes: ["Who cannot see it does not learn what it says."],
          help: "describe in the brackets what the image tells: `![the proxy waits for the server](flow.svg)`"))
    }
    put("<img src=\"")
    openSlot(target, kind: .image, place: place)
    put("\" alt=\"")
    image = node
  }

  private mutating func exitImage(_ node: Int32) {
    image = Node.none
    putTitle(tree.targets[Int(tree[node].number)].title)
    put(isFriendly ? "\" loading=\"lazy\" />" : "\" />")
    closeLink()
  }

  private mutating func putTitle(_ title: Range<Int>) {
    guard !title.isEmpty else { return }
    put("\" title=\"")
    HTMLBytes.appendText(tree.bytes, title, to: &output)
  }

  /// Leaves a slot for the URL, or nothing if it is dangerous.
  private mutating func openSlot(_ target: Tree.Target, kind: MarkdownText.Link.Kind, place: Place) {
    let url = tree.bytes[target.url]
    let problem: Diagnostic? =
      options.unsafeLinks
      ? nil
      : Safety.isDangerous(url)
        ? Self.unsafeLink(url, at: place)
        : kind == .image && Safety.isRemote(url) ? Self.remoteImage(at: place) : nil
    if let problem {
      report.add(problem)
      openLinks.append((-1, plain.count))
      return
    }
    let destination = String(decoding: url, as: UTF8.self)
    slots.append(.init(offset: output.count, link: links.count, url: destination))
    openLinks.append((links.count, plain.count))
    links.append(
      .init(
        kind: kind, destination: destination, title: String(decoding: tree.bytes[target.title], as: UTF8.self),
        text: "",
        place: place))
  }

  private mutating func closeLink() {
    guard let open = openLinks.popLast(), open.link >= 0 else { return }
    links[open.link].text = String(decoding: plain[open.textStart...], as: UTF8.self)
  }

  private static func remoteImage(at place: Place) -> Diagnostic {
    Diagnostic(
      "remote-image", .error, "an image from another server is not allowed", at: place,
      notes: [
        "That server would learn every visitor's address, and the page's Content-Security-Policy blocks the image anyway."
      ],
      help: "put a copy into the content folder and write its relative path, or link to the image")
  }

  private static func unsafeLink(_ url: ArraySlice<UInt8>, at place: Place) -> Diagnostic {
    let scheme = String(decoding: url.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    return Diagnostic(
      "unsafe-link", .error, "a `\(scheme):` link is not allowed", at: place,
      notes: ["It would run a program or open a file on the visitor's machine, so the page gets an empty link."],
      help: "link to an `https:` address or to another article")
  }
}
