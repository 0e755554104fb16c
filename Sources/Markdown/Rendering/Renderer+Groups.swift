extension Renderer {
  /// A note and not a landmark, as an `aside` would be without the role: landmarks of one page need different names.
  mutating func enterCallout(_ node: Int32) {
    let kind = Callout.Kind(rawValue: tree[node].number) ?? .note
    let title = kind.title(in: options.strings)
    startLine()
    put("<aside class=\"callout callout-\(kind.name)\" role=\"note\" aria-label=\"")
    putText(title)
    put("\">\n<p class=\"callout-title\">")
    putText(title)
    put("</p>\n")
  }

  /// A group of tabs that needs no script: radio buttons, each followed by its label and its panel, so that one rule
  /// (`input:checked + label + .tab-panel`) shows the chosen panel, and all are there without a style sheet.
  mutating func renderTabs(_ node: Int32) {
    let group = Int(tree[node].number)
    let base = "\(options.idPrefix)tabs:\(group + 1)"
    startLine()
    put("<fieldset class=\"tabs\">\n<legend class=\"visually-hidden\">")
    putText(options.strings.tabs)
    put("</legend>\n")
    for (index, tab) in tabs[group].tabs.enumerated() {
      let id = "\(base):\(index + 1)"
      let checked = index == 0 ? " checked=\"\"" : ""
      put("<input type=\"radio\" name=\"\(base)\" id=\"\(id)\"\(checked) /><label for=\"\(id)\">")
      putText(tab.name)
      put("</label>\n<div class=\"tab-panel\">\n")
      code.append(contentsOf: tab.name.utf8)
      code.append(0x0A)
      renderCodeBlock(tab.block)
      put("</div>\n")
    }
    put("</fieldset>\n")
  }

  mutating func renderCodeBlock(_ node: Int32) {
    let text = tree[node].text
    let info = tree.bytes[tree.targets[Int(tree[node].number)].url]
    if options.extensions.contains(.requestPaths), info.elementsEqual("request-path".utf8), renderRequestPath(node) {
      return
    }
    startLine()
    put(isFriendly ? "<pre tabindex=\"0\">" : "<pre>")
    let isTab = options.extensions.contains(.tabs)
    let language = isTab ? InfoString(info).language : String(decoding: info.prefix { !isSpace($0) }, as: UTF8.self)
    if info.isEmpty || language.isEmpty && isTab {
      put("<code>")
    } else {
      put("<code class=\"language-")
      putText(language)
      put("\">")
      if knownLanguages.insert(language).inserted { codeLanguages.append(language) }
    }
    if options.extensions.contains(.highlighting), let grammar = Grammar.named(language) {
      Highlighter.highlight(tree.bytes, text, as: grammar, to: &output)
    } else {
      HTMLBytes.appendText(tree.bytes, text, to: &output)
    }
    put("</code></pre>\n")
    code.append(contentsOf: tree.bytes[text])
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte >= 0x09 && byte <= 0x0D
  }
}
