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
}
