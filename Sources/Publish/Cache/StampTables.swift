internal import Packing

/// The stamps of everything that a build read and of everything that it published, in a file of their own.
struct StampTables: Sendable {
  var inputs: StampTable
  var tree: StampTable

  private static let kind = "interlude stamps 2"
  private static let headLength = 8 + kind.utf8.count + 9 * 8
  /// Room for entries that come, so that the rows need not be copied for them.
  private static let room = 256

  /// The file, piece by piece, and the seal by which it is known.
  var file: (pieces: [[UInt8]], seal: UInt64) {
    let parts = [inputs, tree].flatMap { [$0.names, PackedWriter.bytes(of: $0.rows)] }
    var head = PackedWriter()
    head.text(Self.kind)
    head.number(MemoryLayout<StampTable.Row>.stride)
    for part in parts {
      head.number(part.count)
      head.number(Hash64.of(part))
    }
    return ([head.bytes] + parts, Hash64.of(head.bytes))
  }

  /// Nil when the file is not the one with that seal, or is damaged.
  init?(_ path: String, seal: UInt64) {
    guard let file = try? OpenFile(reading: path), let bytes = file.read(0..<Self.headLength), Hash64.of(bytes) == seal
    else { return nil }
    var head = PackedReader(bytes)
    guard head.text() == Self.kind, head.number() == MemoryLayout<StampTable.Row>.stride else { return nil }
    var offset = Self.headLength
    func part<Row: BitwiseCopyable>(_ row: Row.Type) -> [Row]? {
      let (size, hash) = (head.number(), head.unsigned())
      guard size >= 0, size < 1 << 40, let rows = file.rows(of: row, in: offset..<offset + size, room: Self.room),
        rows.withUnsafeBytes({ bytes in
          var sum = Hash64()
          sum.combine(bytes)
          return sum.value
        }) == hash
      else { return nil }
      offset += size
      return rows
    }
    func table() -> StampTable? {
      guard let names = part(UInt8.self), let rows = part(StampTable.Row.self) else { return nil }
      return StampTable(names: names, rows: rows)
    }
    guard let inputs = table(), let tree = table() else { return nil }
    (self.inputs, self.tree) = (inputs, tree)
  }

  init(inputs: StampTable, tree: StampTable) {
    (self.inputs, self.tree) = (inputs, tree)
  }
}
