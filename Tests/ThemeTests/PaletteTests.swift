import Diagnostics
import Testing

@testable import Content
@testable import Theme

/// The brand's accent against the theme's surfaces.
@Suite("Palette")
struct PaletteTests {
  private static let yaml = Source(name: "content/site.yaml", text: "accent: \"#ffcc00\"\n")

  private static func accent(_ light: String, dark: String? = nil) -> Settings.Accent {
    Settings.Accent(
      light: light, dark: dark, lightPlace: yaml.place(8..<17), darkPlace: dark == nil ? nil : yaml.place(8..<17))
  }

  private func tokens() throws -> Tokens {
    var report = Report()
    let tokens = try #require(Tokens(ThemeFiles.sources, into: &report))
    #expect(report.isEmpty)
    return tokens
  }

  @Test("the theme's own colours can be told from their surfaces in both schemes")
  func ownTokens() throws {
    var report = Report()
    try tokens().checkContrast(into: &report)
    #expect(report.sorted.map(\.message) == [])
  }

  @Test("a readable accent is kept, and its sibling for the dark scheme is readable, too")
  func derived() throws {
    var report = Report()
    let tokens = try tokens()
    let palette = Palette(Self.accent("#0b6e6e"), tokens: tokens, into: &report)
    #expect(report.isEmpty)
    #expect(palette.light.accent.hex == "#0b6e6e")
    for (accent, scheme) in [(palette.light, Tokens.Scheme.light), (palette.dark, .dark)] {
      for surface in tokens.surfaces(scheme) { #expect(accent.accent.contrast(with: surface) >= 4.5) }
      #expect(accent.accent.contrast(with: accent.onAccent) >= 4.5)
    }
  }

  @Test("a pale accent is an error in site.yaml, with the nearest colour that passes and an edit that writes it")
  func pale() throws {
    var report = Report()
    let palette = Palette(Self.accent("#ffcc00"), tokens: try tokens(), into: &report)
    let problem = try #require(report.sorted.first)
    #expect(problem.id == "low-contrast" && problem.severity == .error && problem.place.text == "\"#ffcc00\"")
    #expect(problem.help == "the nearest colour that passes is \(palette.light.accent.hex)")
    let edit = try #require(problem.fix.first)
    #expect(edit.place.text == "#ffcc00" && edit.replacement == palette.light.accent.hex)
  }

  @Test("a dark accent that disappears on the dark background is an error")
  func darkOnDark() throws {
    var report = Report()
    _ = Palette(Self.accent("#0b6e6e", dark: "#102030"), tokens: try tokens(), into: &report)
    #expect(report.sorted.map(\.message) == ["the accent #102030 cannot be read on the dark background"])
  }

  @Test("a site's own tokens without surfaces are an error")
  func missingToken() {
    var report = Report()
    var sources = ThemeFiles.sources
    sources.overlay(
      [Tokens.path: Source(name: "templates/assets/tokens.css", text: ":root{--card:#fff}")], into: &report)
    #expect(Tokens(sources, into: &report) == nil)
    #expect(report.sorted.map(\.id) == ["missing-token"])
  }

  @Test("a site's own tokens that cannot be read are an error at the colour")
  func paleToken() throws {
    var report = Report()
    var sources = ThemeFiles.sources
    let css = ThemeFiles.text(Tokens.path).replacing("--quiet: #635b4e", with: "--quiet: #c9c0b0")
    sources.overlay([Tokens.path: Source(name: "templates/assets/tokens.css", text: css)], into: &report)
    try #require(Tokens(sources, into: &report)).checkContrast(into: &report)
    #expect(report.sorted.map { $0.place.text } == ["#c9c0b0"])
  }
}
