public import Diagnostics

/// The colours that `assets/tokens.css` gives to its custom properties, per scheme, so that contrast is judged against
/// what the page will really show.
public struct Tokens: Sendable {
  public enum Scheme: String, Sendable, CaseIterable { case light, dark }

  /// A colour and where it is written.
  struct Entry: Sendable {
    let colour: Colour
    let place: Place
  }

  let source: Source
  private var entries: [Scheme: [String: Entry]] = [:]

  public static let path = "assets/tokens.css"

  /// Reads the theme's tokens; a missing file or surface is reported and gives nil.
  public init?(_ sources: TemplateSources, into report: inout Report) {
    guard let source = sources.file(Self.path, into: &report) else { return nil }
    self.source = source
    for declaration in CSSDeclarations(source).customProperties {
      guard let colour = Colour(declaration.value), let scheme = Self.scheme(of: declaration.context) else { continue }
      entries[scheme, default: [:]][declaration.name] = Entry(colour: colour, place: declaration.place)
    }
    let missing = Self.surfaces.union(["--ink", "--quiet", "--edge"]).filter { entry($0, .light) == nil }
    guard missing.isEmpty else {
      report.add(
        Diagnostic(
          "missing-token", "the tokens lack \(missing.sorted().joined(separator: ", "))", at: source.place(0..<0),
          notes: ["contrast is checked against these colours"], help: "add them to `:root` as `#rrggbb`"))
      return nil
    }
  }

  /// What text stands on.
  static let surfaces: Set = ["--card", "--paper", "--shade"]

  /// A token that the dark scheme does not set keeps its light colour, as in CSS.
  func entry(_ name: String, _ scheme: Scheme) -> Entry? {
    entries[scheme]?[name] ?? entries[.light]?[name]
  }

  func colour(_ name: String, _ scheme: Scheme) -> Colour? {
    entry(name, scheme)?.colour
  }

  func surfaces(_ scheme: Scheme) -> [Colour] {
    Self.surfaces.sorted().compactMap { colour($0, scheme) }
  }

  private static func scheme(of context: [String]) -> Scheme? {
    guard context.last == ":root" else { return nil }
    let conditions = context.dropLast().joined(separator: " ").filter { $0 != " " }
    if conditions.isEmpty { return .light }
    return conditions.hasPrefix("@media") && conditions.contains("(prefers-color-scheme:dark)") ? .dark : nil
  }
}
