public import Content
public import Diagnostics
public import Theme

extension ErrorPages {
  /// A page to be looked at rather than served.
  public struct Specimen: Sendable {
    /// The code, or `maintenance`.
    public let name: String
    public let language: String
    /// The colour scheme that it shows, whatever the device asks for.
    public let scheme: Tokens.Scheme
    public let bytes: [UInt8]
  }

  /// The HTML pages with these names in every language and colour scheme. Pages in the same scheme have the same style;
  /// the digests are returned with them. They run no script. Budgets are not looked at: they are for pages that are served.
  public static func specimens(
    of site: Site, names: Set<String>, library: TemplateLibrary, sources: TemplateSources, palette: Palette,
    into report: inout Report
  ) -> (pages: [Specimen], policySources: [String])? {
    guard let style = StyleSheet(sheets(for: site), of: sources, palette: palette, into: &report) else { return nil }
    let styles = Tokens.Scheme.allCases.map { (scheme: $0, style: style.fixed(to: $0)) }
    let pages = ErrorPages(
      site: site, library: library, sources: sources, brand: BrandMark(site.settings), styles: [:], retryScript: nil)
    let shown = pages.subjects.filter { names.contains($0.name) }.flatMap { subject in
      styles.map { scheme, style in
        let view = ErrorPageView(subject, brand: pages.brand, style: style)
        return Specimen(
          name: subject.name, language: subject.locale.language, scheme: scheme,
          bytes: library.page(ErrorPageView.template, view.view))
      }
    }
    return (shown, styles.map(\.style.policySource))
  }
}
