public import Content
public import Diagnostics
internal import Packing

/// A folder that `build --shard` made.
public struct PartFolder: Sendable {
  public let path: String
  public let record: PartRecord

  /// Nil, with the reason reported, when there is no part or it is not what the job left.
  public init?(_ path: String, into report: inout Report) {
    self.path = path
    let file = SourceFolder.join(path, PartRecord.fileName)
    guard let bytes = try? Disk.read(file) else {
      report.add(
        Diagnostic(
          "no-part", "\(path) is no part of a site", at: Place(file: path),
          notes: ["a part is a folder with a file \(PartRecord.fileName) in it"],
          help: "`interlude build --shard 1/3` makes the first of three parts"))
      return nil
    }
    guard let record = PartRecord(bytes) else {
      report.add(
        Diagnostic(
          "damaged-part", "the record of this part cannot be read", at: Place(file: file),
          notes: ["it is damaged, or another version of the program wrote it"],
          help: "make the part again, with the program that is to merge it"))
      return nil
    }
    self.record = record
  }

  /// A file of the part; nil, unless its bytes are those that the job wrote.
  public func read(_ file: PartRecord.File) -> OutputFile? {
    guard let bytes = try? Disk.read(SourceFolder.join(path, file.path)), bytes.count == file.size,
      Hash64.of(bytes) == file.hash
    else { return nil }
    return OutputFile(path: file.path, bytes: bytes)
  }

  /// What to say of a file that `read` refuses.
  public func damage(_ file: PartRecord.File) -> Diagnostic {
    Diagnostic(
      "damaged-part", "the file is missing, or is not what the job wrote",
      at: Place(file: SourceFolder.join(path, file.path)),
      help: "make part \(record.shard) again: `interlude build --shard \(record.shard)`")
  }

  /// The parts in their order; nil, with the reasons reported, unless they are all parts of one site, each once, and made
  /// by `program`.
  public static func whole(_ parts: [PartFolder], program: UInt64, into report: inout Report) -> [PartFolder]? {
    guard let first = parts.first else { return nil }
    var isWhole = true
    func add(_ problem: Diagnostic) {
      report.add(problem)
      isWhole = false
    }
    let count = first.record.shard.count
    var known: [Int: PartFolder] = [:]
    for part in parts {
      let shard = part.record.shard
      guard shard.count == count else {
        add(
          Diagnostic(
            "mixed-parts", "this is part \(shard), but \(first.path) is part \(first.record.shard)",
            at: Place(file: part.path), notes: ["all jobs must cut the site into as many parts"],
            help: "make all parts with the same number behind the slash"))
        continue
      }
      if let other = known[shard.number] {
        add(
          Diagnostic(
            "repeated-part", "part \(shard) is given twice", at: Place(file: part.path),
            help: "leave one of them out",
            related: [.init("the other one", at: Place(file: other.path))]))
        continue
      }
      known[shard.number] = part
      if let (what, help) = part.record.basis.difference(from: first.record.basis) {
        add(
          Diagnostic(
            "mixed-parts", "this part and \(first.path) do not belong together: \(what)", at: Place(file: part.path),
            help: help))
      }
    }
    if isWhole, first.record.basis.program != program {
      add(
        Diagnostic(
          "mixed-parts", "another version of the program made these parts", at: Place(file: first.path),
          notes: ["it may count words in another way, or write another index"],
          help: "merge them with the binary that made them, or make them again with this one"))
    }
    let missing = (1...count).filter { known[$0] == nil }
    if !missing.isEmpty, parts.allSatisfy({ $0.record.shard.count == count }) {
      let names = missing.prefix(5).map { "\($0)/\(count)" }.joined(separator: ", ")
      add(
        Diagnostic(
          "missing-part",
          missing.count == 1
            ? "part \(names) is missing"
            : "\(missing.count) parts are missing: \(names)\(missing.count > 5 ? ", …" : "")",
          at: Place(file: first.path), notes: ["without it the site would lack pages, and the search their words"],
          help: "`interlude build --shard \(missing[0])/\(count)` makes it; then name it, too"))
    }
    return isWhole ? known.sorted { $0.key < $1.key }.map(\.value) : nil
  }
}
