internal import Escaping

extension Renderer {
  mutating func putFootnoteReference(_ node: Int32) {
    let reference = footnotes.references[Int(tree[node].number)]
    let occurrence = reference.occurrence > 1 ? ":\(reference.occurrence)" : ""
    let prefix = options.idPrefix
    put("<sup class=\"footnote-ref\"><a href=\"#\(prefix)fn:\(reference.number)\" ")
    put("id=\"\(prefix)fnref:\(reference.number)\(occurrence)\" role=\"doc-noteref\">\(reference.number)</a></sup>")
  }

  /// The footnotes that the text refers to, in the order of their first reference.
  mutating func renderFootnotes() {
    guard !footnotes.used.isEmpty else { return }
    startLine()
    put("<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"")
    putText(options.strings.footnotes)
    put("\">\n<ol>\n")
    for (index, footnote) in footnotes.used.enumerated() {
      put("<li id=\"\(options.idPrefix)fn:\(index + 1)\">\n")
      let last = tree[footnote.node].last
      render(footnote.node)
      if last == Node.none || footnotes.backReferences[last] == nil {
        put("<p>")
        putBackReferences(.init(number: index + 1, count: footnote.references), leadingSpace: false)
        put("</p>\n")
      }
      put("</li>\n")
    }
    put("</ol>\n</section>\n")
  }

  /// Links from a footnote to each place that refers to it.
  mutating func putBackReferences(_ target: Footnotes.BackReference, leadingSpace: Bool = true) {
    for occurrence in 1...max(1, target.count) {
      if leadingSpace || occurrence > 1 { put(" ") }
      let name = occurrence > 1 ? "\(target.number)-\(occurrence)" : "\(target.number)"
      let suffix = occurrence > 1 ? ":\(occurrence)" : ""
      put("<a href=\"#\(options.idPrefix)fnref:\(target.number)\(suffix)\" class=\"footnote-backref\" ")
      put("role=\"doc-backlink\" aria-label=\"")
      putText(options.strings.backToReference.substituting("{n}", by: name))
      put("\">↩")
      if occurrence > 1 { put("<sup>\(occurrence)</sup>") }
      put("</a>")
    }
  }
}
