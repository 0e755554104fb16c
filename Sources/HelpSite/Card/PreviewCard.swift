internal import Content
internal import Theme

/// The picture that messengers and social networks show beside a link (Open Graph, `og:image`): the card with the path
/// from the visitor to the server, broken, in the brand's colours.
///
/// One for the whole site: a picture for each page would cost more bytes than the page, and words on it would need a
/// rasteriser of fonts. A brand that wants words names a picture of its own, `card` in site.yaml. They take no SVG.
enum PreviewCard {
  private static let path = SitePath("assets/card.png")
  /// What the networks ask for, in pixels.
  private static let (width, height) = (1200, 630)

  /// Where the picture lies.
  static func path(_ settings: Settings) -> SitePath { settings.card ?? path }

  /// Nil if the site has a picture of its own, or no address without which none can be named.
  static func file(_ settings: Settings, _ palette: Palette) -> OutputFile? {
    guard settings.card == nil, settings.baseURL != nil else { return nil }
    return PNG.encode(draw(palette)).map { OutputFile(path: path.text, bytes: $0) }
  }

  private static func draw(_ palette: Palette) -> Canvas {
    let ground = palette.ground
    var canvas = Canvas(width: width, height: height, ground.paper)
    canvas.fill(48, 48, width - 48, height - 48, ground.edge)
    canvas.fill(50, 50, width - 50, height - 50, ground.card)
    // Registration marks, as on every card of the site.
    for (x, toRight) in [(80.0, 1.0), (Double(width) - 80, -1.0)] {
      for (y, down) in [(80.0, 1.0), (Double(height) - 80, -1.0)] {
        canvas.line(x, y, x + 44 * toRight, y, 3, ground.edge)
        canvas.line(x, y, x, y + 44 * down, 3, ground.edge)
      }
    }
    let (ink, accent, y, stroke) = (ground.ink, palette.light.accent, Double(height) / 2, 7.0)
    canvas.line(250, y, 762, y, stroke, ink)
    for dot in 0..<6 { canvas.disc(850 + Double(dot) * 15, y, 3.5, ink) }
    // The visitor.
    canvas.disc(190, y, 64, ground.card)
    canvas.ring(190, y, 60, stroke, ink)
    canvas.disc(190, y, 13, ink)
    // The front door.
    canvas.fill(495, Int(y) - 64, 605, Int(y) + 64, ground.card)
    canvas.ring(550, y - 12, 52, stroke, ink, upper: true)
    for side in [498.0, 602.0] { canvas.line(side, y - 12, side, y + 64, stroke, ink) }
    canvas.line(498, y + 64, 602, y + 64, stroke, ink)
    canvas.disc(578, y + 14, 7, ink)
    // The break.
    canvas.line(763, y + 44, 787, y - 44, 11, accent)
    canvas.line(807, y + 44, 831, y - 44, 11, accent)
    // The server.
    for (left, top, right, bottom) in [
      (950.0, -62.0, 1074.0, -62.0), (950, 62, 1074, 62), (950, -62, 950, 62), (1074, -62, 1074, 62),
      (950, -20, 1074, -20), (950, 22, 1074, 22),
    ] { canvas.line(left, y + top, right, y + bottom, stroke, ink) }
    return canvas
  }
}
