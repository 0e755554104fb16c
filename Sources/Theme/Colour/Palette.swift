public import Content
public import Diagnostics
internal import Foundation

/// The brand's accent for the light and the dark scheme, with the colour of text on it: the only colours that are the
/// brand's own, and proved to be readable on the theme's surfaces.
public struct Palette: Sendable {
  public struct Accent: Sendable, Hashable {
    public let accent: Colour
    public let onAccent: Colour
  }

  /// The theme's own colours of the light scheme, for pictures.
  public struct Ground: Sendable, Hashable {
    public let paper: Colour
    public let card: Colour
    public let ink: Colour
    public let edge: Colour
  }

  public let ground: Ground
  public let light: Accent
  public let dark: Accent

  /// Links are text, so they need the ratio of text (WCAG 2.2, 1.4.3).
  static let textRatio = 4.5

  /// Judges the accent of `site.yaml`. A colour that fails is reported at its place with the nearest one that passes,
  /// and stands in for it, so that everything else can still be checked.
  public init(_ accent: Settings.Accent, tokens: Tokens, into report: inout Report) {
    let chosen = Colour(accent.light) ?? .black
    let light = Self.checked(chosen, .light, tokens, at: accent.lightPlace, into: &report)
    let dark: Colour
    if let text = accent.dark, let colour = Colour(text) {
      dark = Self.checked(colour, .dark, tokens, at: accent.darkPlace ?? accent.lightPlace, into: &report)
    } else {
      dark = Self.darkSibling(of: light, tokens)
    }
    func token(_ name: String) -> Colour { tokens.colour(name, .light) ?? .black }
    ground = Ground(paper: token("--paper"), card: token("--card"), ink: token("--ink"), edge: token("--edge"))
    self.light = Accent(accent: light, onAccent: Self.textColour(on: light, .light, tokens))
    self.dark = Accent(accent: dark, onAccent: Self.textColour(on: dark, .dark, tokens))
  }

  /// The declarations of `--accent` and `--on-accent`, to stand before the rules that use them.
  public var css: String {
    """
    :root { \(Self.declarations(light)) }
    @media screen and (prefers-color-scheme: dark) { :root { \(Self.declarations(dark)) } }
    """
  }

  private static func declarations(_ accent: Accent) -> String {
    "--accent: \(accent.accent.hex); --on-accent: \(accent.onAccent.hex);"
  }

  private static func checked(
    _ colour: Colour, _ scheme: Tokens.Scheme, _ tokens: Tokens, at place: Place, into report: inout Report
  ) -> Colour {
    let search = PassingColour(surfaces: tokens.surfaces(scheme), ratio: textRatio)
    guard !search.passes(colour) else { return colour }
    let nearest = search.nearest(to: colour)
    let ratio = String(format: "%.2f", (search.lowestContrast(of: colour) * 100).rounded(.down) / 100)
    report.add(
      Diagnostic(
        "low-contrast", "the accent \(colour.hex) cannot be read on the \(scheme.rawValue) background", at: place,
        notes: ["links in this colour have a contrast of \(ratio) : 1; text needs 4.5 : 1 (WCAG 2.2, 1.4.3)"],
        help: nearest.map { "the nearest colour that passes is \($0.hex)" },
        fix: nearest.map { edit(place, from: colour, to: $0) } ?? []))
    return nearest ?? colour
  }

  /// Replaces the digits alone, whatever quotation marks stand around them.
  private static func edit(_ place: Place, from old: Colour, to new: Colour) -> [Diagnostic.Edit] {
    let written = place.text
    guard let hash = written.firstIndex(of: "#") else { return [] }
    let offset = written.utf8.distance(from: written.startIndex, to: hash)
    let start = place.range.lowerBound + offset
    return [.init(replace: place.source.place(start..<start + 7), with: new.hex)]
  }

  /// The same hue for a dark background: as light as a lamp rather than as ink, then as far as contrast asks.
  private static func darkSibling(of light: Colour, _ tokens: Tokens) -> Colour {
    var lab = OKLab(light)
    lab.lightness = max(lab.lightness, 0.78)
    let colour = lab.shown
    return PassingColour(surfaces: tokens.surfaces(.dark), ratio: textRatio).nearest(to: colour) ?? colour
  }

  /// The theme's own paper or ink where that can be read on the accent; otherwise white or black, one of which always
  /// can.
  private static func textColour(on accent: Colour, _ scheme: Tokens.Scheme, _ tokens: Tokens) -> Colour {
    let own = ["--card", "--ink"].compactMap { tokens.colour($0, scheme) }
    let candidates = own + [.white, .black]
    return candidates.first { $0.contrast(with: accent) >= textRatio }
      ?? (accent.luminance < 0.18 ? .white : .black)
  }
}
