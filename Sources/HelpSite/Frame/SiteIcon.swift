internal import Content
internal import Theme

/// The icon in the browser's tab: the brand's logo in its accent colour, for light and dark tabs.
enum SiteIcon {
  static let path = SitePath("assets/icon.svg")

  /// Nil for a brand without a logo.
  static func file(_ settings: Settings, _ palette: Palette) -> OutputFile? {
    guard let svg = settings.logo?.svg, let end = svg.firstIndex(of: ">"), svg[..<end].last != "/" else { return nil }
    let style =
      "svg{color:\(palette.light.accent.hex)}"
      + "@media(prefers-color-scheme:dark){svg{color:\(palette.dark.accent.hex)}}"
    return OutputFile(path: path.text, text: "\(svg[...end])<style>\(style)</style>\(svg[svg.index(after: end)...])")
  }
}
