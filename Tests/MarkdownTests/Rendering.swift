import Diagnostics
import Markdown

/// Parses a text that stands for a whole file named `input.md`.
func parse(_ text: String, _ options: MarkdownOptions = MarkdownOptions()) -> (text: MarkdownText, report: Report) {
  parse(Array(text.utf8), options)
}

func parse(_ bytes: [UInt8], _ options: MarkdownOptions = MarkdownOptions()) -> (text: MarkdownText, report: Report) {
  var report = Report()
  let text = MarkdownText.parse(Source(name: "input.md", bytes: bytes), options: options, into: &report)
  return (text, report)
}

func html(_ text: String, _ options: MarkdownOptions = MarkdownOptions()) -> String {
  parse(text, options).text.html.string()
}

extension MarkdownOptions {
  /// GFM as `cmark-gfm --unsafe` renders it.
  static var gfm: MarkdownOptions {
    var options = MarkdownOptions.commonMark
    options.extensions = .gfm
    return options
  }
}

/// What a browser would show as text.
func textContent(_ html: String) -> String {
  var text = ""
  var isTag = false
  for scalar in html.unicodeScalars {
    switch scalar {
    case "<": isTag = true
    case ">": isTag = false
    default: if !isTag { text.unicodeScalars.append(scalar) }
    }
  }
  return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
    .replacing("&amp;", with: "&")
}
