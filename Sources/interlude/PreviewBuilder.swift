internal import Content
internal import DevServer
internal import Diagnostics
internal import Foundation
internal import Publish
internal import Theme

/// Builds again and again in memory, and knows what the last good build made: an edit of articles costs what it concerns.
actor PreviewBuilder {
  private let build: SiteBuild
  private var last: Good?
  /// The paths that have changed since the last good build.
  private var unbuilt: Set<String> = []
  /// With fewer files of content the first edit is quick enough by itself.
  private static let large = 1000
  /// How many good builds there were.
  private var goodBuilds = 0

  /// A build that went well, and all that came after it.
  private struct Good {
    var pages: PagesInMemory
    var report: Report
    /// Nil when the next build has to be a whole one.
    var model: SiteModel?
    let inputs: InputTable
    var edit: SiteEdit?
  }

  init(source: String, address: String, includesDrafts: Bool) {
    build = SiteBuild(
      source: source, baseURL: address, includesDrafts: includesDrafts,
      jobs: ProcessInfo.processInfo.activeProcessorCount, today: Clock.today(), readsHistory: false)
  }

  /// - Parameter changed: the paths that have changed since the last time.
  func build(changed: [String]) async -> DevServer.Outcome {
    unbuilt.formUnion(changed)
    let little = changed.isEmpty ? nil : await buildLittle(unbuilt.sorted())
    let outcome = if let little { little } else { await buildAll() }
    if outcome.pages != nil { unbuilt = [] }
    return outcome
  }

  private func buildAll() async -> DevServer.Outcome {
    // Only the first build takes long enough to be watched.
    let progress: (BuildStage) -> Void = last == nil ? { Console.progress($0.note) } : { _ in }
    let isFirst = last == nil
    let outcome = await build.run(now: 0, progress: progress) { _ in { $0 } }
    if isFirst { Console.endProgress() }
    guard let files = outcome.placed else {
      return DevServer.Outcome(pages: nil, report: outcome.report, hasChanged: false)
    }
    let pages = PagesInMemory(files)
    let hasChanged = pages != last?.pages
    last = Good(pages: pages, report: outcome.report, model: outcome.model, inputs: outcome.inputs)
    goodBuilds += 1
    Task { await prepare() }
    return DevServer.Outcome(pages: pages, report: outcome.report, hasChanged: hasChanged)
  }

  /// Works out what every edit after a whole build needs to know of the site, so that the first one need not wait for it.
  private func prepare() async {
    guard let good = last, good.edit == nil, let model = good.model,
      good.inputs.files(in: "content").count >= Self.large
    else { return }
    let number = goodBuilds
    var refusal: SiteUpdate.Refusal?
    let edit = await SiteEdit([:], of: model, build, sources(of: good), refusal: &refusal)
    // There may have been another build meanwhile.
    guard let edit, number == goodBuilds else { return }
    last?.model = edit.model
    last?.edit = edit
  }

  /// Where the author's files and a build's pages are found.
  private func sources(of good: Good) -> SiteEdit.Sources {
    let content = path("content/")
    let inputs = good.inputs
    return SiteEdit.Sources(
      files: { Set(inputs.files(in: "content")) }, isFile: { inputs.has("content/\($0)") },
      read: { BuildMemory.read(content + $0, in: ".") }, published: good.pages.file,
      templates: { [build] in Self.templates(inputs, of: build, theme: $0) })
  }

  /// Makes only what edits of articles concern; nil if there was more than that.
  private func buildLittle(_ changed: [String]) async -> DevServer.Outcome? {
    guard var good = last, let model = good.model, let edited = articles(changed, in: good.inputs) else { return nil }
    let sources = sources(of: good)
    var refusal: SiteUpdate.Refusal?
    let edit = await SiteEdit(edited, of: model, after: good.edit, build, sources, refusal: &refusal)
    if let refusal {
      var report = Report(good.report.sorted.filter { !refusal.checked.contains($0.place.source.name) })
      report.add(refusal.report)
      return DevServer.Outcome(pages: nil, report: report, hasChanged: false)
    }
    guard let edit else { return nil }
    let troubled = good.report.sorted.filter { !DatedProblems.ids.contains($0.id) }
    guard edit.update.claiming.isDisjoint(with: troubled.map(\.place.source.name)) else { return nil }
    let old = troubled.filter { !edit.update.checked.contains($0.place.source.name) }
    guard let report = edit.report(Report(old), on: build.today, source: { sources.read($0) }),
      !report.hasErrors
    else {
      return nil
    }
    good.report = report
    let files = await edit.make { $0 }
    let hasChanged = good.pages.change(files, removing: edit.removed)
    good.model = edit.model
    good.edit = edit
    last = good
    goodBuilds += 1
    return DevServer.Outcome(pages: good.pages, report: good.report, hasChanged: hasChanged)
  }

  /// The new bytes of articles, by path below the content folder; nil if anything else has changed. What was no part of
  /// the site and is gone again, as editors' temporary files are, counts for nothing.
  private func articles(_ changed: [String], in inputs: InputTable) -> [String: [UInt8]]? {
    let prefix = path("content/")
    var edited: [String: [UInt8]] = [:]
    for path in changed {
      let name = path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : ""
      // A link that leads nowhere is there, too.
      let isThere = (try? FileManager.default.attributesOfItem(atPath: path)) != nil
      if !name.isEmpty, !isThere, !inputs.knows("content/\(name)") { continue }
      guard inputs.has("content/\(name)"), name.hasPrefix("articles/"), name.hasSuffix(".md"),
        let bytes = BuildMemory.read(path, in: ".")
      else { return nil }
      edited[name] = bytes
    }
    return edited
  }

  /// A path below the source folder as notices of changes name it.
  private func path(_ path: String) -> String { SourceState.path(in: build.source, path) }

  private static func templates(
    _ inputs: InputTable, of build: SiteBuild, theme: Settings.ChosenTheme?
  ) -> TemplateSources {
    var report = Report()
    var own: [String: Source] = [:]
    for name in inputs.files(in: "templates") {
      own[name] = Source(
        name: "templates/\(name)", bytes: BuildMemory.read("templates/\(name)", in: build.source) ?? [])
    }
    return build.templateSources(own, into: &report).wearing(theme, into: &report)
  }
}
