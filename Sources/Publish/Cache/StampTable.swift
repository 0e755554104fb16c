internal import Content
internal import Packing

/// The entries of a tree with their stamps, in ascending order of the bytes of their paths: small and flat, so that tens
/// of thousands are read, compared and written in milliseconds.
struct StampTable: Sendable {
  enum Kind: UInt8, Sendable { case file, folder, foreign, absent }

  struct Row: BitwiseCopyable, Sendable {
    /// Where the path begins in `names`; a zero ends it.
    var name: Int32
    var length: Int32
    var kind: UInt8
    /// Whether it was written so shortly before it was read that its stamp alone proves nothing.
    var isFresh: UInt8 = 0
    var stamp: FileStamp
    /// Of the folder of the same path in the spare tree.
    var spare = FileStamp.none
    /// Of a file's bytes.
    var hash: UInt64 = 0
  }

  /// An entry on its way into a table.
  struct Entry: Sendable {
    var path: String
    var kind: Kind
    var stamp: FileStamp
    var spare = FileStamp.none
    var hash: UInt64 = 0
    var isFresh = false
  }

  private(set) var names: [UInt8] = []
  var rows: [Row] = []

  init() {}

  init(_ entries: [Entry]) {
    rows.reserveCapacity(entries.count)
    for entry in entries.sorted(by: { $0.path.precedesInUTF8($1.path) }) { append(entry) }
  }

  func path(_ row: Row) -> String {
    names.withUnsafeBytes { String(decoding: $0[Int(row.name)..<Int(row.name + row.length)], as: UTF8.self) }
  }

  func entry(_ row: Row) -> Entry {
    Entry(
      path: path(row), kind: Kind(rawValue: row.kind) ?? .absent, stamp: row.stamp, spare: row.spare, hash: row.hash,
      isFresh: row.isFresh != 0)
  }

  /// The row of a path, or nil.
  func index(of path: String) -> Int? {
    var path = path
    return path.withUTF8 { wanted in
      var (low, high) = (0, rows.count)
      while low < high {
        let middle = (low + high) / 2
        if name(rows[middle]).lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
      }
      return low < rows.count && name(rows[low]).elementsEqual(wanted) ? low : nil
    }
  }

  /// The rows whose paths begin with some bytes: they stand together.
  func rows(startingWith prefix: String) -> ArraySlice<Row> {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if name(rows[middle]).lexicographicallyPrecedes(prefix.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return rows[low...].prefix { name($0).starts(with: prefix.utf8) }
  }

  /// A hash of all names and of what the files hold.
  var fingerprint: UInt64 {
    var hash = Hash64()
    hash.combine(names)
    for row in rows { hash.combine(row.hash) }
    return hash.value
  }

  /// The table with the entries of some paths taken out and others put in or replaced.
  func updated(removing removed: Set<String>, adding added: [Entry]) -> StampTable {
    var result = StampTable()
    result.names.reserveCapacity(names.count + added.count * 64)
    result.rows.reserveCapacity(rows.count + added.count)
    let gone = Set(removed.compactMap { index(of: $0) })
    var pending = added.sorted { $0.path.precedesInUTF8($1.path) }[...]
    for (index, row) in rows.enumerated() {
      while let first = pending.first, first.path.utf8.lexicographicallyPrecedes(name(row)) {
        result.append(first)
        pending.removeFirst()
      }
      if let first = pending.first, first.path.utf8.elementsEqual(name(row)) {
        result.append(first)
        pending.removeFirst()
      } else if !gone.contains(index) {
        result.copy(row, of: self)
      }
    }
    for entry in pending { result.append(entry) }
    return result
  }

  /// The rows, by index, whose entry on disk is not what its stamp says: everything else is proved to be unchanged.
  /// `isSame` compares the row with the present stamp, which is nil where there is nothing.
  func differences(
    below root: String, followingLinks: Bool, jobs: Int,
    isSame: @escaping @Sendable (Row, FileStamp?) -> Bool
  ) async -> [Int]? {
    guard let folder = try? Disk.openFolder(root) else { return nil }
    defer { Disk.closeFolder(folder) }
    let size = max(256, (rows.count + jobs * 4 - 1) / (jobs * 4))
    let parts = stride(from: 0, to: rows.count, by: size).map { $0..<min($0 + size, rows.count) }
    let found = await Parallel.map(parts, jobs: parts.count > 1 ? jobs : 1, atOnce: 1) { part in
      names.withUnsafeBufferPointer { names in
        names.withMemoryRebound(to: CChar.self) { names in
          part.filter { index in
            let row = rows[index]
            guard let start = names.baseAddress else { return true }
            let path = row.length == 0 ? nil : start + Int(row.name)
            let stamp =
              path.map { Disk.stamp($0, in: folder, followingLink: followingLinks) }
              ?? Disk.stamp(".", in: folder, followingLink: followingLinks)
            return !isSame(row, stamp)
          }
        }
      }
    }
    return found.flatMap { $0 }
  }

  private func name(_ row: Row) -> ArraySlice<UInt8> { names[Int(row.name)..<Int(row.name + row.length)] }

  private mutating func append(_ entry: Entry) {
    rows.append(
      Row(
        name: Int32(clamping: names.count), length: Int32(clamping: entry.path.utf8.count), kind: entry.kind.rawValue,
        isFresh: entry.isFresh ? 1 : 0, stamp: entry.stamp, spare: entry.spare, hash: entry.hash))
    names.append(contentsOf: entry.path.utf8)
    names.append(0)
  }

  private mutating func copy(_ row: Row, of other: StampTable) {
    var copy = row
    copy.name = Int32(clamping: names.count)
    names.append(contentsOf: other.names[Int(row.name)...Int(row.name + row.length)])
    rows.append(copy)
  }
}

extension StampTable {
  func pack(into writer: inout PackedWriter) {
    writer.data(names)
    writer.table(rows)
  }

  init(from reader: inout PackedReader) {
    names = reader.data()
    rows = reader.table(Row.self)
    let isSound = rows.allSatisfy { row in
      row.name >= 0 && row.length >= 0 && Int(row.name) + Int(row.length) < names.count
        && names[Int(row.name + row.length)] == 0
    }
    if !isSound { reader.reject() }
  }
}
