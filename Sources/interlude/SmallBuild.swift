internal import Content
internal import Diagnostics
internal import Packing
internal import Publish
internal import Theme

/// A build after a few articles were edited: it reads and makes only what that concerns, and publishes what a build from
/// nothing would.
struct SmallBuild {
  let build: SiteBuild
  let publisher: Publisher
  let key: UInt64
  let memory: BuildMemory
  let timings: Timings

  struct Outcome {
    let report: Report
    let summary: Publisher.Summary?
    let closing: BuildClosing
  }

  /// Nil, with nothing done, when the whole build is needed. `isRefused` says whether problems keep the build from being
  /// published.
  func run(isRefused: (Report) -> Bool) async -> Outcome? {
    let prefix = "content/"
    guard !memory.changes.isRestructured,
      memory.changes.edited.allSatisfy({ $0.hasPrefix("content/articles/") && $0.hasSuffix(".md") }),
      let lasting = memory.lasting(), let packed = memory.model(),
      let model = await SiteModel(packed, jobs: build.jobs, read: lasting)
    else { return nil }
    timings.begin(.checking(files: memory.changes.edited.count))
    var edited: [String: [UInt8]] = [:]
    for path in memory.changes.edited {
      guard let bytes = BuildMemory.read(path, in: build.source) else { return nil }
      edited[String(path.dropFirst(prefix.count))] = bytes
    }
    let sources = SiteEdit.Sources(
      files: { Set(memory.files(in: "content")) },
      isFile: { memory.changes.inputs.has(prefix + $0) },
      read: { BuildMemory.read(prefix + $0, in: build.source) },
      published: memory.published, templates: { templates($0) })
    if let edit = await TextEdit(edited, of: model, build, sources), let report = problems(in: edit) {
      return await publish(edit, report, isRefused: isRefused)
    }
    var refusal: SiteUpdate.Refusal?
    guard let edit = await SiteEdit(edited, of: model, build, sources, refusal: &refusal),
      let report = problems(in: edit)
    else { return nil }
    return await publish(edit, report, isRefused: isRefused)
  }

  /// Makes what has changed and publishes it, unless the problems are against it; nil when what lies there is not what
  /// the last build left.
  private func publish(_ edit: some Edit, _ known: Report, isRefused: (Report) -> Bool) async
    -> Outcome?
  {
    var report = known
    timings.begin(.changes)
    async let left = edit.model.packed
    // What was made of what lies there is good only if that is still what the last build left.
    guard await memory.isIntact() else { return nil }
    guard !isRefused(report), let publication = await publisher.begin(from: memory, into: &report)
    else {
      return Outcome(report: report, summary: nil, closing: memory.closing)
    }
    let written = await edit.make { [timings] file in timings.write { publication.put(file) } }
    timings.begin(.publishing(files: written.count))
    var closing = memory.closing
    closing.day = build.day
    let next = Publication.Build(
      key: key, closing: closing, inputs: memory.changes.inputs, report: report, model: await left)
    let done = await publication.finish(changing: written, removing: edit.removed, build: next, into: &report)
    return Outcome(report: report, summary: done?.summary, closing: done?.closing ?? closing)
  }

  /// The last build's problems with those of the files that were read again in the place of their old ones.
  private func problems(in edit: some Edit) -> Report? {
    // A problem with signatures stands in an article's file, but reading that file does not find it.
    guard let old = memory.problems(besides: edit.checked),
      edit.claiming.isDisjoint(with: memory.troubled())
    else { return nil }
    return edit.report(old, on: build.today) { BuildMemory.read("content/" + $0, in: build.source) }
  }

  private func templates(_ theme: Settings.ChosenTheme?) -> TemplateSources {
    var report = Report()
    var own: [String: Source] = [:]
    for path in memory.files(in: "templates") {
      own[path] = Source(
        name: "templates/\(path)", bytes: BuildMemory.read("templates/" + path, in: build.source) ?? [])
    }
    return build.templateSources(own, into: &report).wearing(theme, into: &report)
  }
}
