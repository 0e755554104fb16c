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
  let brand: BrandMark
  /// Cut down for each language.
  let styles: [String: StyleSheet]
  /// Nil if the site wants pages without a script.
  let retryScript: PageScript?

  /// The theme's files that a page's style is made from.
  static func sheets(for site: Site) -> [String] {
    [Tokens.path, "assets/path.css", "assets/error.css"] + (site.settings.logo?.dark == nil ? [] : [BrandMark.styles])
  }

  /// All files of the pack in a stable order, and what is wrong with them. `library` was made with `templates` (and
  /// others'), from `sources`.
  public static func build(
    _ site: Site, library: TemplateLibrary, sources: TemplateSources, palette: Palette, jobs: Int
  ) async -> (files: [OutputFile], report: Report) {
    var report = Report()
    guard let style = StyleSheet(sheets(for: site), of: sources, palette: palette, into: &report) else {
      return ([], report)
    }
    let script =
      site.settings.automaticRetry ? sources.file("assets/retry.js", into: &report).map(PageScript.init) : nil
    let pages = ErrorPages(
      site: site, library: library, sources: sources, brand: BrandMark(site.settings),
      styles: styles(style, site, sources), retryScript: script)
    let rendered = await Parallel.map(pages.subjects, jobs: jobs) { pages.render($0) }.flatMap { $0 }
    SizeCheck(pages).report(rendered, into: &report)
    let manifest = Manifest(site: site, pages: rendered.filter { !$0.isLive })
    return (rendered.map(\.file) + [manifest.file], report)
  }

  private static func styles(
    _ style: StyleSheet, _ site: Site, _ sources: TemplateSources
  ) -> [String: StyleSheet] {
    let markup = sources.files.filter { $0.key.hasSuffix(".mustache") && !$0.key.hasPrefix("site/") }.map(\.value)
    let outside =
      markup.map { $0.text(0..<$0.bytes.count) } + [site.settings.logo?.svg ?? "", site.settings.logo?.dark?.svg ?? ""]
    return style.alone(in: site.locales, outside: outside)
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

    /// Most codes of the class 4xx are answers of the site, so a page that stands for all of them says so.
    var drawing: PathDrawing {
      name == "4xx" ? PathDrawing(.server, isAnswered: true, in: locale) : PathDrawing(definition, in: locale)
    }

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
        locale.text(for: definition).map { text in
          Subject(
            name: definition.key, definition: definition, locale: locale, text: text,
            links: PageLinks(site: site, definition: definition, locale: locale))
        }
      } + GeneralSubjects(site: site, locale: locale).all
    }
  }

  private func render(_ subject: Subject) -> [RenderedFile] {
    let (view, page) = page(subject)
    let problem = ProblemDocument(subject, settings: site.settings)
    let response = ResponseFile(subject, body: page.file.bytes, policy: view.headerPolicy)
    let nano = library.render(ErrorPageView.nanoTemplate, view.view)
    var files = [
      page,
      RenderedFile(subject, .json, bytes: Array(problem.json.utf8)),
      RenderedFile(subject, .txt, bytes: Array(problem.text.utf8)),
      RenderedFile(subject, .xml, bytes: Array(problem.xml.utf8)),
      RenderedFile(subject, .nano, bytes: Array(nano.utf8)),
    ]
    // A response has one status.
    if !subject.isForClass { files.append(RenderedFile(subject, .http, bytes: response.bytes)) }
    if site.settings.liveValues { files += live(subject) }
    return files
  }

  /// The page with the box that tries again, where that is of use and fits; the box is a comfort and no reason to fail.
  private func page(_ subject: Subject, in folder: String? = nil) -> (ErrorPageView, RenderedFile) {
    let style = styles[subject.locale.language] ?? StyleSheet.none
    func page(_ retry: RetryOffer?) -> (ErrorPageView, RenderedFile) {
      let view = ErrorPageView(subject, brand: brand, style: style, retry: retry, isLive: folder != nil)
      let html = library.render(ErrorPageView.template, view.view)
      return (view, RenderedFile(subject, .html, bytes: Array(html.utf8), in: folder))
    }
    guard let script = retryScript, let retry = RetryOffer(subject, script: script) else { return page(nil) }
    let (view, file) = page(retry)
    guard file.exceedsLimit else { return (view, file) }
    var (plainView, plain) = page(nil)
    plain.lacksRetry = !plain.exceedsLimit
    return (plainView, plain)
  }

  /// The page as proxies fill it in, once for each notation.
  private func live(_ subject: Subject) -> [RenderedFile] {
    let page = page(subject, in: "live/ssi").1
    let caddy = LiveRows.forCaddy(String(decoding: page.file.bytes, as: UTF8.self))
    return [page, RenderedFile(subject, .html, bytes: Array(caddy.utf8), in: "live/caddy")]
  }
}
