internal import Content
internal import Diagnostics
internal import Packing
internal import Publish
internal import Search

/// Joins what the jobs of `build --shard` made into the site that one build would have made, byte for byte.
///
/// It needs the parts and nothing else: no content, no templates.
struct SiteMerge {
  let folders: [String]
  let jobs: Int

  /// - Parameters:
  ///   - report: gets the problems that the jobs found, and those of the merge itself.
  ///   - isRefused: says whether problems keep the site from being published.
  /// - Returns: what was published; nil after an error, which is reported.
  func run(
    _ publisher: Publisher, clean: Bool, progress: (BuildStage) -> Void, isRefused: (Report) -> Bool,
    into report: inout Report
  ) async -> (summary: Publisher.Summary, closing: BuildClosing)? {
    progress(.reading("\(folders.count) parts"))
    let found = folders.compactMap { PartFolder($0, into: &report) }
    guard found.count == folders.count,
      let parts = PartFolder.whole(found, program: ProgramIdentity.hash, into: &report)
    else { return nil }
    let payloads = await Parallel.map(parts, jobs: jobs, atOnce: 1, Payload.init)
    let counted = payloads.compactMap { $0 }
    guard counted.count == parts.count, let site = counted.first?.site else {
      for (part, payload) in zip(parts, payloads) where payload == nil {
        report.add(
          Diagnostic(
            "damaged-part", "what this part has for the search index cannot be read", at: Place(file: part.path),
            help: "make part \(part.record.shard) again: `interlude build --shard \(part.record.shard)`"))
      }
      return nil
    }
    for part in parts { report.add(part.record.report) }
    guard let publication = await publisher.begin(clean: clean, into: &report) else { return nil }

    let files = parts.flatMap { part in part.record.files.map { (part: part, file: $0) } }
    progress(.publishing(files: files.count))
    let copied = await Parallel.map(files, jobs: jobs) { part, file in part.read(file).map { publication.put($0) } }
    for (place, file) in zip(files, copied) where file == nil { report.add(place.part.damage(place.file)) }
    progress(.search)
    let index = await Search.join(counted.map(\.search), of: site, jobs: jobs) { publication.put($0) }
    let undecided = parts[0].record.undecided
    for number in index.deadSynonyms
    where undecided.indices.contains(number) && !undecided[number].place.source.name.isEmpty {
      report.add(undecided[number])
    }
    guard !isRefused(report) else {
      publication.abandon()
      return nil
    }
    let placed = copied.compactMap { $0 } + index.files
    let summary = await publication.finish(placed, build: nil, into: &report)
    return summary.map { ($0, BuildClosing(placed, day: "")) }
  }

  /// What a part has for the whole.
  private struct Payload: Sendable {
    let site: Site
    let search: SearchPart

    init?(_ part: PartFolder) {
      var reader = PackedReader(part.record.payload)
      site = Site(frame: &reader)
      search = SearchPart(from: &reader)
      guard reader.isDone else { return nil }
    }
  }
}
