internal import Content
public import DevServer
internal import Diagnostics
internal import Foundation
internal import Publish
internal import Theme

/// Builds again and again in memory, and knows what the last good build made: an edit of articles costs what it concerns.
public actor PreviewBuilder {
  private let options: BuildOptions
  /// Watches the first build: no other takes long enough.
  private let observer: any BuildObserver
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
    var state: IncrementalState?
    let inputs: InputTable
    /// Every path below the content folder.
    var files: Set<String>
    var rebuild: ArticleRebuild?
  }

  /// - Parameter address: where the preview is shown, the help site's address meanwhile.
  public init(_ options: BuildOptions, address: String, observer: any BuildObserver = NoObserver()) {
    var options = options
    options.baseURL = address
    options.readsHistory = false
    self.options = options
    self.observer = observer
  }

  /// - Parameter changed: the paths that have changed since the last time.
  public func build(changed: [String]) async -> DevServer.Outcome {
    unbuilt.formUnion(changed)
    let small = changed.isEmpty ? nil : await buildIncrementally(unbuilt.sorted())
    let outcome = if let small { small } else { await buildWhole() }
    if outcome.pages != nil { unbuilt = [] }
    return outcome
  }

  private func buildWhole() async -> DevServer.Outcome {
    let outcome = await WholeBuild(options).run(now: 0, observer: last == nil ? observer : NoObserver()) { _ in { $0 } }
    guard let files = outcome.placed else {
      return DevServer.Outcome(pages: nil, report: outcome.report, hasChanged: false)
    }
    let pages = PagesInMemory(files)
    let hasChanged = pages != last?.pages
    last = Good(
      pages: pages, report: outcome.report, state: outcome.state, inputs: outcome.inputs,
      files: Set(outcome.inputs.files(in: "content")))
    goodBuilds += 1
    Task { await prepare() }
    return DevServer.Outcome(pages: pages, report: outcome.report, hasChanged: hasChanged)
  }

  /// Works out what every edit after a whole build needs to know of the site, so that the first one need not wait for it.
  private func prepare() async {
    guard let good = last, good.rebuild == nil, let state = good.state,
      good.files.count >= Self.large
    else { return }
    let number = goodBuilds
    var refusal: SiteUpdate.Refusal?
    let rebuild = await ArticleRebuild(ContentEdit(), of: state, options, sources(of: good), refusal: &refusal)
    // There may have been another build meanwhile.
    guard let rebuild, number == goodBuilds else { return }
    last?.state = rebuild.state
    last?.rebuild = rebuild
  }

  /// Where the author's files and a build's pages are found.
  private func sources(of good: Good) -> RebuildSources {
    let content = path("content/")
    let (inputs, files) = (good.inputs, good.files)
    return RebuildSources(
      files: { Array(files) },
      read: { BuildMemory.read(content + $0, in: ".") }, published: good.pages.file,
      templates: { [options] in options.provedTemplates(inputs.files(in: "templates"), wearing: $0) })
  }

  /// Makes only what edits of articles concern; nil if there was more than that.
  private func buildIncrementally(_ changed: [String]) async -> DevServer.Outcome? {
    guard var good = last, let state = good.state, let edit = edit(changed, of: &good) else { return nil }
    let sources = sources(of: good)
    var refusal: SiteUpdate.Refusal?
    let rebuild = await ArticleRebuild(edit, of: state, after: good.rebuild, options, sources, refusal: &refusal)
    if let refusal {
      var report = Report(good.report.sorted.filter { !refusal.checked.contains($0.place.source.name) })
      report.add(refusal.report)
      return DevServer.Outcome(pages: nil, report: report, hasChanged: false)
    }
    guard let rebuild else { return nil }
    let troubled = good.report.sorted.filter { !DatedProblems.ids.contains($0.id) }
    guard rebuild.update.claiming.isDisjoint(with: troubled.map(\.place.source.name)) else { return nil }
    let old = troubled.filter { !rebuild.update.checked.contains($0.place.source.name) }
    let report = rebuild.report(Report(old), on: options.today, source: { sources.read($0) })
    guard !report.hasErrors else { return nil }
    good.report = report
    let files = await rebuild.make { $0 }
    let hasChanged = good.pages.change(files, removing: rebuild.removed)
    good.state = rebuild.state
    good.rebuild = rebuild
    last = good
    goodBuilds += 1
    return DevServer.Outcome(pages: good.pages, report: good.report, hasChanged: hasChanged)
  }

  /// What happened to articles; nil if anything else has changed. What was no part of the site and is gone again, as
  /// editors' temporary files are, counts for nothing.
  private func edit(_ changed: [String], of good: inout Good) -> ContentEdit? {
    let prefix = path("content/")
    var edit = ContentEdit()
    for path in changed {
      let name = path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : ""
      // A link that leads nowhere is there, too.
      let isThere = (try? FileManager.default.attributesOfItem(atPath: path)) != nil
      let known = good.files.firstIndex(of: name).map { good.files[$0] }
      let wasThere = known != nil
      // A name that Unicode writes in another way is another file.
      guard !name.isEmpty, known.map({ $0.utf8.elementsEqual(name.utf8) }) ?? true else { return nil }
      if !isThere, !wasThere, !good.inputs.knows("content/\(name)") { continue }
      guard isThere || wasThere, !(isThere && !wasThere && !SourceFolder.isReadable(name)) else { return nil }
      if isThere { good.files.insert(name) } else { good.files.remove(name) }
      if ContentEdit.isHarmless(name), !(isThere && wasThere) { continue }
      guard edit.add(name, isEdit: isThere && wasThere, isThere: isThere, { BuildMemory.read(path, in: ".") })
      else { return nil }
    }
    return edit
  }

  /// A path below the source folder as notices of changes name it.
  private func path(_ path: String) -> String { SourceState.path(in: options.source, path) }
}
