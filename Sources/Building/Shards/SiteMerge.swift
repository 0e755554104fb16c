internal import Content
internal import Diagnostics
internal import Packing
public import Publish
internal import Search

/// Joins what the jobs of `build --shard` made into the site that one build would have made, byte for byte.
///
/// It needs the parts and nothing else: no content, no templates.
public struct SiteMerge: Sendable {
  private let folders: [String]
  private let publisher: Publisher
  private let program: ProgramIdentity
  private let isStrict: Bool
  private let isClean: Bool
  private let observer: any BuildObserver
  private var jobs: Int { publisher.jobs }

  /// - Parameters:
  ///   - isStrict: whether warnings keep the site from being published, as errors do.
  ///   - isClean: whether every file is written anew, also those that did not change.
  public init(
    _ folders: [String], _ publisher: Publisher, program: ProgramIdentity, isStrict: Bool = false,
    isClean: Bool = false, observer: any BuildObserver = NoObserver()
  ) {
    (self.folders, self.publisher, self.program) = (folders, publisher, program)
    (self.isStrict, self.isClean, self.observer) = (isStrict, isClean, observer)
  }

  /// The report has the problems that the jobs found, and those of the merge itself.
  public func run() async -> BuildResult {
    var result = BuildResult(
      report: Report(), summary: nil, closing: BuildClosing(pages: 0, files: 0, bytes: 0, day: ""))
    observer.begin(.reading("\(folders.count) parts"))
    guard let (parts, payloads) = await read(into: &result.report),
      let publication = await publisher.begin(clean: isClean, into: &result.report)
    else { return result }

    let files = parts.flatMap { part in part.record.files.map { (part: part, file: $0) } }
    observer.begin(.publishing(files: files.count))
    let copied = await Parallel.map(files, jobs: jobs) { part, file in part.read(file).map { publication.put($0) } }
    for (place, file) in zip(files, copied) where file == nil { result.report.add(place.part.damage(place.file)) }
    observer.begin(.search)
    let index = await Search.join(payloads.map(\.search), of: payloads[0].site, jobs: jobs) { publication.put($0) }
    let undecided = parts[0].record.undecided
    for number in index.deadSynonyms
    where undecided.indices.contains(number) && !undecided[number].place.source.name.isEmpty {
      result.report.add(undecided[number])
    }
    guard !result.report.preventsPublishing(isStrict: isStrict) else {
      publication.abandon()
      return result
    }
    let placed = copied.compactMap { $0 } + index.files
    result.closing = BuildClosing(placed, day: "")
    result.summary = await publication.finish(placed, build: nil, into: &result.report)
    return result
  }

  /// The parts, at least one, each with what it has for the whole; nil, with the reason reported, if they are none of one
  /// site.
  private func read(into report: inout Report) async -> (parts: [PartFolder], payloads: [Payload])? {
    let found = folders.compactMap { PartFolder($0, into: &report) }
    guard found.count == folders.count,
      let parts = PartFolder.whole(found, program: program.digest, into: &report)
    else { return nil }
    let payloads = await Parallel.map(parts, jobs: jobs, atOnce: 1, Payload.init)
    let read = payloads.compactMap { $0 }
    guard read.count == parts.count, !read.isEmpty else {
      for (part, payload) in zip(parts, payloads) where payload == nil {
        report.add(
          Diagnostic(
            "damaged-part", "what this part has for the search index cannot be read", at: Place(file: part.path),
            help: "make part \(part.record.shard) again: `interlude build --shard \(part.record.shard)`"))
      }
      return nil
    }
    for part in parts { report.add(part.record.report) }
    return (parts, read)
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
