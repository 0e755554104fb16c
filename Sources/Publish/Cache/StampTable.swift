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
    let place = place(of: path)
    return place < rows.count && name(rows[place]).elementsEqual(path.utf8) ? place : nil
  }

  /// The first row that does not come before a path.
  private func place(of path: String) -> Int {
    var path = path
    return path.withUTF8 { wanted in
      var (low, high) = (0, rows.count)
      while low < high {
        let middle = (low + high) / 2
        if name(rows[middle]).lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  /// The rows whose paths begin with some text: they stand together.
  func rows(startingWith prefix: String) -> ArraySlice<Row> {
    rows[place(of: prefix)...].prefix { name($0).starts(with: prefix.utf8) }
  }

  /// A hash of all names and of what the files hold.
  var fingerprint: UInt64 {
    var hash = Hash64()
    hash.combine(names)
    for row in rows { hash.combine(row.hash) }
    return hash.value
  }

  /// The table with the entries of some paths taken out and others put in or replaced. The long rest is copied as it
  /// stands.
  func updated(removing removed: Set<String>, adding added: [Entry]) -> StampTable {
    var changes = added.map { (place: place(of: $0.path), path: $0.path, entry: Entry?.some($0)) }
    let replaced = Set(added.map(\.path))
    for path in removed where !replaced.contains(path) && index(of: path) != nil {
      changes.append((place(of: path), path, nil))
    }
    changes.sort { $0.place != $1.place ? $0.place < $1.place : $0.path.precedesInUTF8($1.path) }
    var result = StampTable()
    result.names.reserveCapacity(names.count + added.count * 64)
    result.rows.reserveCapacity(rows.count + added.count)
    var next = 0
    for change in changes {
      result.copy(next..<max(next, change.place), of: self)
      next = max(next, change.place)
      if let entry = change.entry { result.append(entry) }
      if next < rows.count, name(rows[next]).elementsEqual(change.path.utf8) { next += 1 }
    }
    result.copy(next..<rows.count, of: self)
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
          // Ways are short from the folder that the last entries lay in.
          var place = Disk.Place(in: folder)
          return part.filter { index in
            let row = rows[index]
            guard let start = names.baseAddress else { return true }
            let path = UnsafeBufferPointer(start: start + Int(row.name), count: Int(row.length))
            return !isSame(row, place.stamp(path, followingLink: followingLinks))
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

  /// Copies rows that stand together; so do their names.
  private mutating func copy(_ range: Range<Int>, of other: StampTable) {
    guard let first = range.first, let last = range.last else { return }
    let start = Int(other.rows[first].name)
    let shift = names.count - start
    names.append(contentsOf: other.names[start...Int(other.rows[last].name + other.rows[last].length)])
    for index in range {
      var row = other.rows[index]
      row.name = Int32(clamping: Int(row.name) + shift)
      rows.append(row)
    }
  }
}

extension StampTable {
  /// About how many bytes it takes.
  var size: Int { names.count + rows.count * MemoryLayout<Row>.stride + 64 }

  func pack(into writer: inout PackedWriter) {
    writer.data(names)
    writer.table(rows)
  }

  init(from reader: inout PackedReader) {
    names = reader.data()
    rows = reader.table(Row.self)
    // Names follow one another.
    var end = 0
    for row in rows {
      let next = end + Int(row.length) + 1
      guard Int(row.name) == end, row.length >= 0, next <= names.count, names[next - 1] == 0 else {
        reader.reject()
        return
      }
      end = next
    }
  }
}
