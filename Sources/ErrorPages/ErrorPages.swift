public import Content
public import Diagnostics
public import Theme

/// Renders the drop-in pack: every code in every language and format, and the manifest that lists them.
public struct ErrorPages: Sendable {
  /// The templates pages are made from, with what each is given; a `TemplateLibrary` is made with these.
  public static let templates = [
    ErrorPageView.template: ErrorPageView.schema, ErrorPageView.nanoTemplate: ErrorPageView.schema,
  ]

  /// Where the pack lies in a build's output.
  public static let folder = "error-pages"

  let site: Site
  let library: TemplateLibrary
  let sources: TemplateSources
  let style: StyleSheet

  /// The theme's files that a page's style is made from.
  static let sheets = [Tokens.path, "assets/path.css", "assets/error.css"]

  /// All files of the pack in a stable order, and what is wrong with them. `library` was made with `templates` (and
  /// others'), from `sources`.
  public static func build(
    _ site: Site, library: TemplateLibrary, sources: TemplateSources, palette: Palette, jobs: Int
  ) async -> (files: [OutputFile], report: Report) {
    var report = Report()
    guard let style = StyleSheet(sheets, of: sources, palette: palette, into: &report) else { return ([], report) }
    let pages = ErrorPages(site: site, library: library, sources: sources, style: style)
    let rendered = await Parallel.map(pages.subjects, jobs: jobs) { pages.render($0) }.flatMap { $0 }
    SizeCheck(pages).report(rendered, into: &report)
    let manifest = Manifest(site: site, pages: rendered)
    return (rendered.map(\.file) + [manifest.file], report)
  }

  /// What one set of files is about.
  struct Subject: Sendable {
    /// The name of its files: a status code, `4xx`, `5xx` or `maintenance`.
    let name: String
    let definition: ErrorDefinition
    let locale: Locale
    let text: VisitorText
    let links: PageLinks
    var until: Moment?

    /// Whether it stands for all codes of a class.
    var isForClass: Bool { name.hasSuffix("xx") }

    /// What stands in for the code in the small print.
    var shownCode: String { isForClass ? name : definition.key }

    /// The reason phrase, or the name of the class (RFC 9110, section 15).
    var reason: String {
      switch name {
      case "4xx": "Client Error"
      case "5xx": "Server Error"
      default: definition.reason
      }
    }
  }

  /// By language tag, then code.
  var subjects: [Subject] {
    site.locales.sorted { $0.language < $1.language }.flatMap { locale in
      site.errors.compactMap { definition in
        locale.text(for: definition.code).map { text in
          Subject(
            name: definition.key, definition: definition, locale: locale, text: text,
            links: PageLinks(site: site, definition: definition, locale: locale))
        }
      } + GeneralSubjects(site: site, locale: locale).all
    }
  }

  private func render(_ subject: Subject) -> [RenderedFile] {
    let view = ErrorPageView(subject, settings: site.settings, style: style)
    let html = library.render(ErrorPageView.template, view.view)
    let problem = ProblemDocument(subject, settings: site.settings)
    let response = ResponseFile(subject, html: html, policy: view.headerPolicy)
    let nano = library.render(ErrorPageView.nanoTemplate, view.view)
    var files = [
      RenderedFile(subject, .html, bytes: Array(html.utf8)),
      RenderedFile(subject, .json, bytes: Array(problem.json.utf8)),
      RenderedFile(subject, .txt, bytes: Array(problem.text.utf8)),
      RenderedFile(subject, .xml, bytes: Array(problem.xml.utf8)),
      RenderedFile(subject, .nano, bytes: Array(nano.utf8)),
    ]
    // A response has one status.
    if !subject.isForClass { files.append(RenderedFile(subject, .http, bytes: response.bytes)) }
    return files
  }
}
