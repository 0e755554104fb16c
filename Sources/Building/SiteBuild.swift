internal import Content
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

  /// - Parameter now: when the build began, in nanoseconds since 1970.
  public func run(now: Int64) async -> BuildResult {
    // What is loaded into other engines is made by whole builds.
    if !options.isClean, options.searchExport == nil, let result = await runIncrementally(now: now) { return result }
    return await runWhole(now: now)
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
  private func runWhole(now: Int64) async -> BuildResult {
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
    if let prepared = outcome.prepared.take() { result.leftovers.append(prepared) }
    guard let publication else { return result }
    guard let placed = outcome.placed, !result.report.preventsPublishing(isStrict: options.isStrict) else {
      publication.abandon()
      return result
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
    return result
  }
}
