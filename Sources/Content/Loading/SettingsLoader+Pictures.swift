internal import Diagnostics
internal import Escaping

/// The pictures that `site.yaml` names.
extension SettingsLoader {
  /// The drawing that pages carry in them.
  func logo(_ record: Record, into report: inout Report) -> Settings.Logo? {
    guard let both = record.record("logo") else { return drawing(record.located("logo"), into: &report) }
    let (light, dark) = (drawing(both.located("light"), into: &report), drawing(both.located("dark"), into: &report))
    guard let light else { return nil }
    return Settings.Logo(
      svg: light.svg, place: light.place,
      dark: dark.map { .init(svg: InlineSVG.renamingIDs(of: $0.svg, with: "dark-"), place: $0.place) })
  }

  private func drawing(_ path: Located<String>?, into report: inout Report) -> Settings.Logo? {
    guard let path else { return nil }
    guard let source = reader.source(path.value, into: &report) else {
      if !reader.exists(path.value) {
        let nearest = NearestName.of(path.value, among: reader.paths.filter { $0.hasSuffix(".svg") })
        report.add(
          Diagnostic(
            "missing-image", "the logo does not exist", at: path.place, help: nearest.map { "did you mean `\($0)`?" }))
      }
      return nil
    }
    let svg = source.text(0..<source.bytes.count)
    if let problem = InlineSVG.problem(in: svg) {
      report.add(
        Diagnostic(
          "unsafe-logo", "the logo cannot be put into a page: \(problem)", at: path.place,
          notes: ["error pages make no request and run no script"], help: "export a plain SVG of shapes"))
      return nil
    }
    return Settings.Logo(svg: InlineSVG.normalised(svg), place: path.place)
  }

  /// A picture that link previews can show: they take no SVG.
  func card(_ record: Record, into report: inout Report) -> SitePath? {
    guard let path = record.located("card") else { return nil }
    guard reader.exists(path.value) else {
      let nearest = NearestName.of(path.value, among: reader.paths.filter(Self.isPicture))
      report.add(
        Diagnostic(
          "missing-image", "the picture does not exist", at: path.place, help: nearest.map { "did you mean `\($0)`?" }))
      return nil
    }
    guard Self.isPicture(path.value) else {
      report.add(
        Diagnostic(
          "wrong-picture", "link previews show PNG and JPEG only", at: path.place,
          help: "export it as PNG, 1200 by 630 pixels"))
      return nil
    }
    return SitePath(path.value)
  }

  private static func isPicture(_ path: String) -> Bool {
    [".png", ".jpg", ".jpeg"].contains { path.lowercased().hasSuffix($0) }
  }
}
