internal import Content
internal import Diagnostics
internal import Packing

/// What a build leaves for the next one, the long tables left out: what it had to say, and where to find the rest.
struct StateRecord: Sendable {
  static let kind = "interlude build state 5"

  /// Names the program, its options and the folders; a state of another key is none of ours.
  var key: UInt64
  /// Connects the files of one build.
  var generation: UInt64
  var closing: BuildClosing
  /// Names the file that holds the tables.
  var tables: UInt64
  /// Where the spare tree differs from the published one; nil when there is no spare tree.
  var pending: [String]?
  /// The stamp of what lasts from whole build to whole build.
  var lasting: FileStamp
  /// Packed; unpacked only when it is shown.
  private(set) var report: [UInt8]
  /// The names of the sources in which anything but their age was reported.
  private(set) var troubled: Set<String>

  init(
    key: UInt64, generation: UInt64, closing: BuildClosing, pending: [String]?, lasting: FileStamp, report: Report
  ) {
    (self.key, self.generation, self.closing) = (key, generation, closing)
    (tables, self.pending, self.lasting) = (0, pending, lasting)
    var writer = PackedWriter()
    CachedReport.pack(report, into: &writer)
    self.report = writer.bytes
    troubled = Set(report.sorted.filter { !DatedProblems.ids.contains($0.id) }.map(\.place.source.name))
  }

  /// The problems of that build, those in sources named `changed` left out; nil if they can no longer be shown.
  func problems(besides changed: Set<String>) -> Report? {
    var reader = PackedReader(report)
    return CachedReport.unpack(from: &reader, besides: changed)
  }

  /// One after another, to be written to a file.
  var pieces: [[UInt8]] {
    var writer = PackedWriter()
    writer.number(key)
    writer.number(generation)
    closing.pack(into: &writer)
    writer.number(tables)
    writer.optional(pending) { $0.texts($1) }
    writer.table([lasting])
    writer.data(report)
    writer.texts(troubled.sorted())
    return SealedFile.pieces(writer, kind: Self.kind)
  }

  /// Nil when the bytes are damaged, of another version or of another build.
  init?(_ bytes: [UInt8], key: UInt64?) {
    guard var reader = SealedFile.open(bytes, kind: Self.kind) else { return nil }
    self.key = reader.unsigned()
    guard key == nil || self.key == key else { return nil }
    generation = reader.unsigned()
    closing = BuildClosing(from: &reader)
    tables = reader.unsigned()
    pending = reader.optional { $0.texts() }
    lasting = reader.table(FileStamp.self).first ?? .none
    report = reader.data()
    troubled = Set(reader.texts())
    guard reader.isDone, pending?.allSatisfy(OutputRecord.isSafe) ?? true else { return nil }
  }
}

/// What the last build left: what it read, what it published and what it had to say.
struct BuildState: Sendable {
  var record: StateRecord
  let inputs: InputTable
  /// The published tree: files with the hashes of their bytes, folders with the stamps of both trees.
  let tree: StampTable

  init(_ record: StateRecord, _ tables: StampTables) {
    (self.record, inputs, tree) = (record, InputTable(tables.inputs), tables.tree)
  }
}

/// A build in a few numbers, and the day that its answers hold for.
public struct BuildClosing: Sendable, Equatable {
  public var pages: Int
  public var files: Int
  /// Of all files together.
  public var bytes: Int
  /// What counts as stale depends on it.
  public var day: String

  public init(pages: Int, files: Int, bytes: Int, day: String) {
    (self.pages, self.files, self.bytes, self.day) = (pages, files, bytes, day)
  }

  func pack(into writer: inout PackedWriter) {
    writer.numbers([pages, files, bytes])
    writer.text(day)
  }

  init(from reader: inout PackedReader) {
    let numbers = reader.numbers()
    if numbers.count != 3 { reader.reject() }
    self.init(
      pages: numbers.first ?? 0, files: numbers.dropFirst().first ?? 0, bytes: numbers.last ?? 0, day: reader.text())
  }
}
