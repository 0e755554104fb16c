/// The colours that a logo is drawn in, for whoever judges whether it can be seen.
public struct LogoInks: Sendable {
  /// A colour as it is written, and roughly how much is drawn in it: the length of the shapes' outlines, as text.
  public struct Ink: Sendable, Hashable {
    public let colour: String
    public let amount: Int
    /// A shape as plain as a plate, upon which the others may stand.
    public let isPlate: Bool
  }

  /// In the order in which the shapes are drawn.
  public private(set) var inks: [Ink] = []

  /// What an element hands on to those in it (SVG 2, section 13). Shapes are filled with black unless something else is
  /// said.
  private struct Paint {
    var fill = "black"
    var stroke = "none"
    var isDrawn = true
  }

  public init(_ svg: String) {
    var tags = SVGTags(svg)
    var open = [Paint()]
    while let token = tags.next() {
      switch token {
      case .broken: return
      case .close: if open.count > 1 { open.removeLast() }
      case .open(let name, let attributes, let isClosed):
        var paint = open[open.count - 1]
        for attribute in attributes {
          switch attribute.name.lowercased() {
          case "fill": paint.fill = attribute.value
          case "stroke": paint.stroke = attribute.value
          default: break
          }
        }
        if Self.undrawn.contains(name.lowercased()) { paint.isDrawn = false }
        if paint.isDrawn { add(name.lowercased(), attributes, paint) }
        if !isClosed { open.append(paint) }
      }
    }
  }

  private mutating func add(_ name: String, _ attributes: [SVGTags.Attribute], _ paint: Paint) {
    guard Self.shapes.contains(name) else { return }
    let outline = attributes.first { $0.name == "d" || $0.name == "points" }?.value.utf8.count
    let amount = outline ?? (name == "text" ? Self.letters : Self.plain)
    let isPlate = name == "rect"
    for colour in [paint.fill, paint.stroke] where colour != "none" && colour != "transparent" {
      inks.append(Ink(colour: colour, amount: amount, isPlate: isPlate && colour == paint.fill))
    }
  }

  /// A word is worth as much as the outlines of its letters would be.
  private static let letters = 300
  private static let plain = 30
  private static let shapes: Set = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"]
  private static let undrawn: Set = [
    "defs", "symbol", "clippath", "mask", "pattern", "marker", "title", "desc", "metadata",
  ]
}
