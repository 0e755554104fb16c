public import Content
public import Diagnostics
public import Publish

/// `interlude build`: publishes what a build from nothing would, and does as little for it as the changes since the last
/// build allow.
public struct SiteBuild: Sendable {
  private let options: BuildOptions
  private let publisher: Publisher
  private let key: UInt64
  private let observer: any BuildObserver

  public init(_ options: BuildOptions, _ publisher: Publisher, observer: any BuildObserver = NoObserver()) {
    self.options = options
    self.publisher = publisher
    self.observer = observer
    key = BuildKey(options, output: publisher.output).value
  }

  /// - Parameters:
  ///   - now: when the build began, in nanoseconds since 1970.
  ///   - review: looks at the whole site before it is published. What it finds is told, and counts as the build's own, but is
  ///     not kept: the next build does not know it any more.
  public func run(now: Int64, review: (@Sendable (Site) async -> Report)? = nil) async -> BuildResult {
    // What is loaded into other engines is made by whole builds.
    if !options.isClean, options.searchExport == nil, review == nil, let result = await runIncrementally(now: now) {
      return result
    }
    return await runWhole(now: now, review)
  }

  /// Does what the author's changes ask for; nil when that is everything, or cannot be told.
  private func runIncrementally(now: Int64) async -> BuildResult? {
    observer.begin(.comparing)
    guard let memory = await BuildMemory.recall(publisher, source: options.source, key: key, now: now) else {
      return nil
    }
    guard memory.changes.isEmpty, memory.closing.day == options.day else {
      return await IncrementalBuild(
        options: options, publisher: publisher, key: key, memory: memory, observer: observer
      ).run()
    }
    guard await memory.isIntact(), let report = memory.problems(),
      !report.preventsPublishing(isStrict: options.isStrict)
    else { return nil }
    return BuildResult(report: report, summary: memory.summary, closing: memory.closing, extent: .nothing)
  }

  /// Makes and publishes every page.
  private func runWhole(now: Int64, _ review: (@Sendable (Site) async -> Report)?) async -> BuildResult {
    var publication: Publication?
    var outcome = await WholeBuild(options).run(now: now, observer: observer) { report in
      guard !report.preventsPublishing(isStrict: options.isStrict),
        let begun = await publisher.begin(clean: options.isClean, into: &report)
      else {
        return (@Sendable (OutputFile) -> PlacedFile)?.none
      }
      publication = begun
      return { [observer] file in observer.write { begun.put(file) } }
    }
    var result = BuildResult(
      report: outcome.report, summary: nil, closing: BuildClosing(pages: 0, files: 0, bytes: 0, day: options.day))
    var reviewed = Report()
    if let review, let site = outcome.prepared?.site { reviewed = await review(site) }
    if let prepared = outcome.prepared.take() { result.leftovers.append(prepared) }
    guard let publication else { return result.with(reviewed) }
    guard let placed = outcome.placed, !result.report.preventsPublishing(isStrict: options.isStrict),
      !reviewed.preventsPublishing(isStrict: options.isStrict)
    else {
      publication.abandon()
      return result.with(reviewed)
    }
    observer.begin(.publishing(files: placed.count))
    result.closing = BuildClosing(placed, day: options.day)
    let lasting = outcome.state?.store() ?? []
    result.summary = await publication.finish(
      placed,
      build: .init(
        key: key, closing: result.closing, inputs: outcome.inputs, report: result.report, model: outcome.state?.packed,
        lasting: lasting),
      into: &result.report)
    if let state = outcome.state.take() { result.leftovers.append(state) }
    return result.with(reviewed)
  }
}

extension BuildResult {
  fileprivate func with(_ more: Report) -> BuildResult {
    var copy = self
    copy.report.add(more)
    return copy
  }
}
