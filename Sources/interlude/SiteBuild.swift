internal import Content
internal import Diagnostics
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
    guard let site, !report.hasErrors else { return (nil, report) }
    _ = templates
    return (site.assets, report)
  }

  private func templateSources(into report: inout Report) async -> TemplateSources {
    let builtIn = Starter.templates.map { ($0.path, Source(name: "templates/\($0.path)", bytes: $0.bytes)) }
    var sources = TemplateSources(builtIn: Dictionary(uniqueKeysWithValues: builtIn))
    sources.overlay(await SourceFolder.templates(of: source, jobs: jobs, into: &report), into: &report)
    return sources
  }
}
