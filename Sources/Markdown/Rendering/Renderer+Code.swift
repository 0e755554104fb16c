import Diagnostics

extension Renderer {
  /// A block of code in its colours, below the name of its file and with some of its lines marked if it says so.
  mutating func renderCodeBlock(_ node: Int32) {
    let text = tree[node].text
    let info = tree.bytes[tree.targets[Int(tree[node].number)].url]
    if options.extensions.contains(.requestPaths), info.elementsEqual("request-path".utf8), renderRequestPath(node) {
      return
    }
    startLine()
    let hasAttributes = options.extensions.contains(.codeAttributes)
    let title = hasAttributes ? InfoString.attribute("title", in: info) : nil
    if let title, !title.isEmpty {
      put("<figure>\n<figcaption>")
      putText(title)
      put("</figcaption>\n")
      code.append(contentsOf: title.utf8)
      code.append(0x0A)
    }
    put(isFriendly ? "<pre tabindex=\"0\">" : "<pre>")
    let isTab = options.extensions.contains(.tabs) || hasAttributes
    let language = isTab ? InfoString(info).language : String(decoding: info.prefix { !isSpace($0) }, as: UTF8.self)
    if info.isEmpty || language.isEmpty && isTab {
      put("<code>")
    } else {
      put("<code class=\"language-")
      putText(language)
      put("\">")
      if knownLanguages.insert(language).inserted { codeLanguages.append(language) }
    }
    let start = output.count
    if options.extensions.contains(.highlighting), let grammar = Grammar.named(language) {
      Highlighter.highlight(tree.bytes, text, as: grammar, to: &output)
    } else {
      HTMLBytes.appendText(tree.bytes, text, to: &output)
    }
    if hasAttributes, let mark = InfoString.attribute("mark", in: info) { markLines(mark, of: node, from: start) }
    put("</code></pre>\n")
    if let title, !title.isEmpty { put("</figure>\n") }
    code.append(contentsOf: tree.bytes[text])
  }

  private mutating func markLines(_ text: String, of node: Int32, from start: Int) {
    let count = tree.bytes[tree[node].text].count { $0 == 0x0A }
    guard let lines = MarkedLines(text), lines.last <= count else {
      report.add(
        Diagnostic(
          "marked-lines", .warning, "`mark=\"\(text)\"` names no lines of this block",
          at: map.place(ofLine: tree[node].line), notes: ["It has \(count), and they are shown without marks."],
          help: "write numbers from 1 on, such as `mark=\"3\"` or `mark=\"2-4,7\"`"))
      return
    }
    let marked = lines.marking(output[start...])
    output.replaceSubrange(start..., with: marked)
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte >= 0x09 && byte <= 0x0D
  }
}
