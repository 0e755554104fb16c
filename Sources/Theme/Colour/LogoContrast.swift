public import Content
public import Diagnostics
internal import Foundation

extension Tokens {
  /// The contrast that a drawing needs beside what it stands on (WCAG 2.2, 1.4.11).
  private static let drawingRatio = 3.0

  /// Reports a logo that vanishes in one of the colour schemes: drawn in colours of its own, none of which stands out there,
  /// or, where it spells the brand's name, not those that most of it is drawn in.
  public func checkLogo(_ logo: Settings.Logo?, into report: inout Report) {
    guard let logo else { return }
    for scheme in Scheme.allCases {
      let dark = scheme == .dark ? logo.dark : nil
      let (svg, place) = dark.map { ($0.svg, $0.place) } ?? (logo.svg, logo.place)
      guard let colour = vanished(svg, in: scheme) else { continue }
      let ratio = String(format: "%.2f", (contrast(of: colour, in: scheme) * 100).rounded(.down) / 100)
      var notes = ["\(colour.hex) has a contrast of \(ratio) : 1 there; drawings need 3 : 1 (WCAG 2.2, 1.4.11)"]
      if BrandMark.isWide(svg) {
        notes.append("it is so wide that it stands for the name, which is not shown beside it")
      }
      report.add(
        Diagnostic(
          "logo-contrast", .warning, "the logo can hardly be seen on the \(scheme.rawValue) background", at: place,
          notes: notes,
          help: logo.dark == nil
            ? "draw it in `currentColor`, or name one for each background: `logo: {light: …, dark: …}`"
            : "use a drawing that stands out there"))
    }
  }

  /// The colour that most of the drawing has, if that cannot be seen and what can is not enough; otherwise nil.
  private func vanished(_ svg: String, in scheme: Scheme) -> Colour? {
    let inks = LogoInks(svg).inks
    let hidden = inks.filter { ink in
      Self.colour(ink.colour).map { contrast(of: $0, in: scheme) < Self.drawingRatio } ?? false
    }
    guard let most = hidden.max(by: { $0.amount < $1.amount }) else { return nil }
    let seen = inks.filter { !hidden.contains($0) }
    // Letters upon a plate that can be seen can be seen.
    if let first = inks.first, first.isPlate, seen.contains(first) { return nil }
    func amount(_ inks: [LogoInks.Ink]) -> Int { inks.reduce(0) { $0 + $1.amount } }
    let isLost = BrandMark.isWide(svg) ? amount(seen) < amount(hidden) : seen.isEmpty
    return isLost ? Self.colour(most.colour) : nil
  }

  private func contrast(of colour: Colour, in scheme: Scheme) -> Double {
    ["--card", "--paper"].compactMap { self.colour($0, scheme)?.contrast(with: colour) }.min() ?? 21
  }

  /// Nil for the colour of the text around it, and for what only a browser knows.
  private static func colour(_ text: String) -> Colour? {
    switch text.lowercased().filter({ !$0.isWhitespace }) {
    case "black": .black
    case "white": .white
    case let text: Colour(text)
    }
  }
}
