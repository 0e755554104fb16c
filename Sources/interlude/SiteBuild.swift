internal import Content
internal import Diagnostics
internal import ErrorPages
internal import HelpSite
internal import ProxySnippets
internal import Publish
internal import Starter
internal import Theme

/// The straight line of a build, from the author's folder to the files that are to be published.
struct SiteBuild: Sendable {
  let source: String
  let baseURL: String?
  let includesDrafts: Bool
  let jobs: Int
  let today: Day?

  /// The files, unless an error stands in the way, and every problem found.
  func run(progress: (String) -> Void) async -> (files: [OutputFile]?, report: Report) {
    var report = Report()
    progress("reading \(source)")
    let folder = await SourceFolder.content(of: source, jobs: jobs, into: &report)
    let templates = await templateSources(into: &report)

    progress("checking \(folder.files.count) files")
    var options = SiteLoader.Options()
    options.includesDrafts = includesDrafts
    options.baseURL = baseURL
    options.jobs = jobs
    options.today = today
    let (site, problems) = await SiteLoader(folder, options: options).load()
    report.add(problems)
    guard let site, let library = TemplateLibrary(templates, pages: Self.templates, into: &report),
      let palette = palette(site, templates, into: &report)
    else { return (nil, report) }

    progress("making \(site.errors.count * site.locales.count) error pages")
    let pack = await ErrorPages.build(site, library: library, sources: templates, palette: palette, jobs: jobs)
    report.add(pack.report)
    progress("making the help site")
    let help = await HelpSite.build(site, library: library, sources: templates, palette: palette, jobs: jobs)
    report.add(help.report)
    return (report.hasErrors ? nil : pack.files + help.files + ProxySnippets.build(site, pages: pack.files), report)
  }

  /// Every template that a page is made from, with what it may use.
  private static let templates = ErrorPages.templates.merging(HelpSite.templates) { own, _ in own }

  private func palette(_ site: Site, _ templates: TemplateSources, into report: inout Report) -> Palette? {
    guard let tokens = Tokens(templates, into: &report) else { return nil }
    tokens.checkContrast(into: &report)
    let palette = Palette(site.settings.accent, tokens: tokens, into: &report)
    return report.hasErrors ? nil : palette
  }

  private func templateSources(into report: inout Report) async -> TemplateSources {
    let builtIn = Starter.templates.map { ($0.path, Source(name: "templates/\($0.path)", bytes: $0.bytes)) }
    var sources = TemplateSources(builtIn: Dictionary(uniqueKeysWithValues: builtIn))
    sources.overlay(await SourceFolder.templates(of: source, jobs: jobs, into: &report), into: &report)
    return sources
  }
}
