internal import Foundation

/// Judges whether an SVG file may stand inside a page that runs no script and makes no request.
///
/// A page's parser is no XML parser and forgives much, so the drawing is held to less than either of them takes: tags that
/// are opened and closed in order, attributes in quotes, and only elements that draw.
enum InlineSVG {
  /// The most bytes that a drawing may have: every page carries it.
  static let mostBytes = 4096

  /// What makes the drawing unfit, in words; nil for a drawing of plain shapes.
  static func problem(in svg: String) -> String? {
    if svg.lowercased().contains("<!entity") { return "it declares an entity" }
    let drawing = stripped(svg)
    guard drawing.hasPrefix("<svg"), drawing.hasSuffix("</svg>") else { return "it holds no <svg> element" }
    var tags = SVGTags(drawing)
    var open: [String] = []
    while let token = tags.next() {
      switch token {
      case .broken(let problem): return problem
      case .close(let name):
        guard open.popLast() == name else { return "it closes a <\(name)> that is not open there" }
        if open.isEmpty, !tags.isAtEnd { return "it goes on after the end of its <svg> element" }
      case .open(let name, let attributes, let isClosed):
        guard draws(name) else { return "it has a <\(name)> element" }
        for attribute in attributes {
          if let problem = problem(with: attribute) { return problem }
        }
        if !isClosed { open.append(name) }
      }
    }
    if let name = open.last { return "it does not close its <\(name)> element" }
    return drawing.utf8.count > mostBytes ? "it has \(drawing.utf8.count) bytes; 4,096 fit" : nil
  }

  /// The `<svg>` element alone, without XML declaration, comments before it and white space around it.
  private static func stripped(_ svg: String) -> String {
    guard let start = svg.range(of: "<svg"), let end = svg.range(of: "</svg>", options: .backwards),
      start.lowerBound < end.lowerBound
    else { return svg }
    return String(svg[start.lowerBound..<end.upperBound])
  }

  /// A sound drawing alone, its root element written in one way: attributes in double quotes, a space before each.
  static func normalised(_ svg: String) -> String {
    let drawing = stripped(svg)
    var tags = SVGTags(drawing)
    guard case .open(let name, let attributes, false)? = tags.next() else { return drawing }
    let written = attributes.map { " \($0.name)=\"\($0.value.replacing("\"", with: "&quot;"))\"" }
    return "<\(name)\(written.joined())>\(tags.remainder)"
  }

  /// The drawing with another name for each of its parts that has one, so that it can stand beside one with the same names.
  static func renamingIDs(of svg: String, with prefix: String) -> String {
    var tags = SVGTags(svg)
    var renamed = svg
    var seen: Set<String> = []
    while case .open(_, let attributes, _)? = tags.next() ?? nil {
      for attribute in attributes where attribute.name.lowercased() == "id" && seen.insert(attribute.value).inserted {
        for (before, after) in [("id=\"", "\""), ("id='", "'"), ("#", ")"), ("#", "\""), ("#", "'"), ("#", "&quot;")] {
          renamed = renamed.replacing(
            before + attribute.value + after, with: before + prefix + attribute.value + after)
        }
      }
    }
    return renamed
  }

  /// Whether an element is part of a still picture: shapes, text, paint servers, filters that load nothing (SVG 2), and
  /// what drawing programs note about themselves, whose names have a colon and mean nothing to a browser.
  private static func draws(_ name: String) -> Bool {
    elements.contains(name.lowercased()) || name.contains(":")
      || (name.hasPrefix("fe") && name.lowercased() != "feimage")
  }

  private static let elements: Set = [
    "svg", "g", "defs", "symbol", "switch", "title", "desc", "metadata", "path", "rect", "circle", "ellipse", "line",
    "polyline", "polygon", "text", "tspan", "textpath", "lineargradient", "radialgradient", "stop", "pattern",
    "clippath",
    "mask", "marker", "filter",
  ]

  private static func problem(with attribute: SVGTags.Attribute) -> String? {
    let name = attribute.name.lowercased()
    let value = attribute.value.lowercased().filter { !$0.isWhitespace }
    if name.hasPrefix("on") { return "it has an event handler (\(attribute.name)=)" }
    if name == "style" { return "it has style attributes, which the page's content security policy refuses" }
    if value.contains("javascript:") { return "it has a javascript: link" }
    let isLink = ["href", "src", "srcset", "data", "action", "formaction"].contains {
      name == $0 || name.hasSuffix(":" + $0)
    }
    if isLink, !value.hasPrefix("#") { return "its \(attribute.name)= leads out of the drawing" }
    // A reference to a character, or an escape of CSS, can spell `url(`.
    if value.contains("&#") || value.contains("\\") { return "its \(attribute.name)= hides characters behind escapes" }
    let places = value.components(separatedBy: "url(").dropFirst()
    guard places.allSatisfy({ $0.drop { "\"'".contains($0) }.hasPrefix("#") || $0.hasPrefix("&quot;#") }) else {
      return "its \(attribute.name)= loads a file"
    }
    return nil
  }
}
