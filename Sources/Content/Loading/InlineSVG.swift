internal import Foundation

/// Judges whether an SVG file may stand inside a page that runs no script and makes no request.
enum InlineSVG {
  /// What makes the drawing unfit, in words; nil for a drawing of plain shapes.
  static func problem(in svg: String) -> String? {
    let text = svg.lowercased()
    guard let start = text.range(of: "<svg"), text.contains("</svg>") else { return "it holds no <svg> element" }
    for tag in ["script", "foreignobject", "iframe", "image", "use", "style", "a", "animate", "set"]
    where containsTag(tag, in: text[start.lowerBound...]) {
      return "it has a <\(tag)> element"
    }
    if text.contains("javascript:") { return "it has a javascript: link" }
    if text.contains("<!entity") { return "it declares an entity" }
    if hasEventHandler(text) { return "it has an event handler (on…=)" }
    if text.contains(" style=") { return "it has style attributes, which the page's content security policy refuses" }
    if svg.utf8.count > 4096 { return "it has \(svg.utf8.count) bytes; 4,096 fit" }
    return nil
  }

  /// The `<svg>` element alone, without XML declaration, comments before it and white space around it.
  static func stripped(_ svg: String) -> String {
    guard let start = svg.range(of: "<svg"), let end = svg.range(of: "</svg>", options: .backwards) else { return svg }
    return String(svg[start.lowerBound..<end.upperBound])
  }

  private static func containsTag(_ tag: String, in text: Substring) -> Bool {
    var rest = text[...]
    while let found = rest.range(of: "<" + tag) {
      rest = rest[found.upperBound...]
      if let next = rest.first, next.isWhitespace || next == ">" || next == "/" { return true }
    }
    return false
  }

  private static func hasEventHandler(_ text: String) -> Bool {
    var rest = text[...]
    while let found = rest.range(of: " on") {
      rest = rest[found.upperBound...]
      if rest.prefix(while: \.isLetter).count > 2, rest.drop(while: \.isLetter).first == "=" { return true }
    }
    return false
  }
}
