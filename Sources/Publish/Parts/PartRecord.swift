public import Content
public import Diagnostics
public import Packing

/// What one of several jobs leaves beside its pages, for the merge: which job it was, what all jobs must have had in
/// common, the files it made, the problems it found, and what other parts of a build left for the whole.
public struct PartRecord: Sendable {
  /// Where it lies in the part's folder.
  public static let fileName = "interlude-part"
  static let kind = "interlude part 1"

  public let shard: BuildShard
  public let basis: PartBasis
  public let files: [File]
  public let report: Report
  /// Problems that only the whole can tell whether they are there.
  public let undecided: [Diagnostic]
  /// What the whole needs of this part; the caller's business.
  public let payload: [UInt8]

  /// A file of the part.
  public struct File: Sendable {
    /// Below the part's folder, and below the output folder of the whole.
    public let path: String
    let size: Int
    let hash: UInt64
  }

  public init(
    shard: BuildShard, basis: PartBasis, placed: [PlacedFile], report: Report, undecided: [Diagnostic],
    payload: PackedWriter
  ) {
    self.shard = shard
    self.basis = basis
    files = placed.compactMap { file in file.hash.map { File(path: file.path, size: file.size, hash: $0) } }
    self.report = report
    self.undecided = undecided
    self.payload = payload.bytes
  }

  /// As the file that holds it.
  public var file: OutputFile {
    var writer = PackedWriter()
    writer.numbers([shard.number, shard.count])
    basis.pack(into: &writer)
    writer.list(files) { writer, file in
      writer.text(file.path)
      writer.number(file.size)
      writer.number(file.hash)
    }
    CachedReport.pack(report, keepsSources: true, into: &writer)
    // Each by itself, since a report has an order of its own.
    writer.list(undecided) { CachedReport.pack(Report([$1]), keepsSources: true, into: &$0) }
    writer.data(payload)
    return OutputFile(path: Self.fileName, bytes: SealedFile.seal(writer, kind: Self.kind))
  }

  /// Nil when the bytes are damaged, or of another version of the format.
  init?(_ bytes: [UInt8]) {
    guard var reader = SealedFile.open(bytes, kind: Self.kind) else { return nil }
    let numbers = reader.numbers()
    basis = PartBasis(from: &reader)
    files = reader.list { File(path: $0.text(), size: $0.number(), hash: $0.unsigned()) }
    let report = CachedReport.unpack(from: &reader, besides: [])
    let undecided = reader.list { CachedReport.unpack(from: &$0, besides: [])?.sorted.first }
    payload = reader.data()
    guard reader.isDone, numbers.count == 2, let shard = BuildShard(number: numbers[0], count: numbers[1]), let report,
      !undecided.contains(where: { $0 == nil }),
      files.allSatisfy({ OutputRecord.isSafe($0.path) && $0.path != Self.fileName })
    else { return nil }
    self.shard = shard
    self.report = report
    self.undecided = undecided.compactMap { $0 }
  }
}

/// What the jobs of one site must have in common, each as a hash.
public struct PartBasis: Sendable, Equatable {
  public var program: UInt64
  public var content: UInt64
  public var templates: UInt64
  public var options: UInt64
  /// Of the days of the texts' last changes.
  public var history: UInt64

  public init(program: UInt64, content: UInt64, templates: UInt64, options: UInt64, history: UInt64) {
    (self.program, self.content, self.templates) = (program, content, templates)
    (self.options, self.history) = (options, history)
  }

  func pack(into writer: inout PackedWriter) {
    for value in [program, content, templates, options, history] { writer.number(value) }
  }

  init(from reader: inout PackedReader) {
    self.init(
      program: reader.unsigned(), content: reader.unsigned(), templates: reader.unsigned(), options: reader.unsigned(),
      history: reader.unsigned())
  }

  /// What two jobs did not have in common, and what to do; nil if there is nothing.
  func difference(from other: PartBasis) -> (what: String, help: String)? {
    if program != other.program {
      return (
        "they were made by two versions of the program", "let all jobs run the same binary, and make the parts again"
      )
    }
    if options != other.options {
      return (
        "they were made with different options",
        "give all jobs the same --base-url and --drafts, and make the parts again"
      )
    }
    if content != other.content {
      return ("content/ was not the same", "let all jobs check out the same commit, and make the parts again")
    }
    if templates != other.templates {
      return ("templates/ was not the same", "let all jobs check out the same commit, and make the parts again")
    }
    if history != other.history {
      return (
        "the history of the repository was not the same",
        "let all jobs check out the same commit to the same depth (`fetch-depth: 0`), and make the parts again"
      )
    }
    return nil
  }
}
