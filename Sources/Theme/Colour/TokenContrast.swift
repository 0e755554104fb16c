public import Diagnostics
internal import Foundation

extension Tokens {
  /// Reports colours of the theme that cannot be told from what they stand on, which happens when a site brings its own
  /// `assets/tokens.css`: text needs 4.5 : 1 (WCAG 2.2, 1.4.3), outlines that carry meaning 3 : 1 (1.4.11).
  public func checkContrast(into report: inout Report) {
    for scheme in Scheme.allCases {
      for (name, ratio) in [("--ink", 4.5), ("--quiet", 4.5), ("--edge", 3.0)] {
        guard let entry = entry(name, scheme) else { continue }
        let search = PassingColour(surfaces: surfaces(scheme), ratio: ratio)
        guard !search.passes(entry.colour) else { continue }
        let found = String(format: "%.2f", (search.lowestContrast(of: entry.colour) * 100).rounded(.down) / 100)
        report.add(
          Diagnostic(
            "low-contrast", "\(name) cannot be seen on the \(scheme.rawValue) background", at: entry.place,
            notes: ["its contrast is \(found) : 1; it needs \(ratio == 3 ? "3" : "4.5") : 1"],
            help: search.nearest(to: entry.colour).map { "the nearest colour that passes is \($0.hex)" }))
      }
    }
  }
}
