internal import Content
internal import Diagnostics
internal import Packing
internal import Publish
internal import Theme

/// A build after a few articles were edited, came or went: it reads and makes only what that concerns, and publishes what a
/// build from nothing would.
struct IncrementalBuild {
  let options: BuildOptions
  let publisher: Publisher
  let key: UInt64
  let memory: BuildMemory
  let observer: any BuildObserver

  /// Nil, with nothing done, when the whole build is needed.
  func run() async -> BuildResult? {
    guard let edit = edit(), let lasting = memory.lasting(), let packed = memory.model(),
      let state = await IncrementalState(packed, jobs: options.jobs, read: lasting)
    else { return nil }
    observer.begin(.checking(files: edit.texts.count))
    var refusal: SiteUpdate.Refusal?
    guard let rebuild = await ArticleRebuild(edit, of: state, options, sources, refusal: &refusal),
      let report = problems(in: rebuild)
    else { return nil }
    return await publish(rebuild, report)
  }

  /// What happened to articles; nil if anything else has changed.
  private func edit() -> ContentEdit? {
    let changes = memory.changes
    guard !changes.isUnclear else { return nil }
    var edit = ContentEdit()
    for path in changes.edited.union(changes.added).union(changes.removed) {
      guard path.hasPrefix("content/") else { return nil }
      let name = String(path.dropFirst("content/".count))
      guard !ContentEdit.isHarmless(name) || changes.edited.contains(path) else { continue }
      guard
        edit.add(name, isEdit: changes.edited.contains(path), isThere: !changes.removed.contains(path), { read(name) })
      else { return nil }
    }
    let new = changes.added.map { String($0.dropFirst("content/".count)) }.filter { edit.texts[$0] != nil }
    guard options.readsHistory, !new.isEmpty else { return edit }
    let history = GitHistory(of: SourceFolder.join(options.source, "content"), paths: new)
    guard history.report.isEmpty else { return nil }
    edit.days = history.days
    return edit
  }

  private func read(_ path: String) -> [UInt8]? { BuildMemory.read("content/" + path, in: options.source) }

  private var sources: RebuildSources {
    let (memory, options) = (memory, options)
    return RebuildSources(
      files: { memory.changes.inputs.files(in: "content") },
      read: { BuildMemory.read("content/" + $0, in: options.source) },
      published: memory.published,
      templates: { options.provedTemplates(memory.files(in: "templates"), wearing: $0) })
  }

  /// Makes what has changed and publishes it, unless the problems are against it; nil when what lies there is not what
  /// the last build left.
  private func publish(_ rebuild: ArticleRebuild, _ known: Report) async -> BuildResult? {
    var result = BuildResult(report: known, summary: nil, closing: memory.closing, extent: .incremental)
    observer.begin(.changes)
    async let left = rebuild.state.packed
    // What was made of what lies there is good only if that is still what the last build left.
    guard await memory.isIntact() else { return nil }
    guard !known.preventsPublishing(isStrict: options.isStrict),
      let publication = await publisher.begin(from: memory, into: &result.report)
    else { return result }
    let written = await rebuild.make { [observer] file in observer.write { publication.put(file) } }
    observer.begin(.publishing(files: written.count))
    result.closing.day = options.day
    let next = Publication.Build(
      key: key, closing: result.closing, inputs: memory.changes.inputs, report: result.report, model: await left)
    guard
      let done = await publication.finish(
        changing: written, removing: rebuild.removed, build: next, into: &result.report)
    else { return result }
    (result.summary, result.closing) = (done.summary, done.closing)
    return result
  }

  /// The last build's problems with those of the files that were read again in the place of their old ones.
  private func problems(in rebuild: ArticleRebuild) -> Report? {
    // A problem with signatures stands in an article's file, but reading that file does not find it.
    guard let old = memory.problems(besides: rebuild.update.checked),
      rebuild.update.claiming.isDisjoint(with: memory.troubled())
    else { return nil }
    return rebuild.report(old, on: options.today) { BuildMemory.read("content/" + $0, in: options.source) }
  }
}
