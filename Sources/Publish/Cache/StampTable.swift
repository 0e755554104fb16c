internal import Content
internal import Packing

/// The entries of a tree with their stamps, in ascending order of the bytes of their paths: small and flat, so that tens
/// of thousands are read and compared in milliseconds.
struct StampTable: Sendable {
  enum Kind: UInt8, Sendable { case file, folder, foreign, absent }

  struct Row: BitwiseCopyable, Sendable {
    /// Where the path begins in `names`; a zero ends it.
    var name: Int32
    var length: Int32
    var kind: UInt8
    /// Whether it was written so shortly before it was read that its stamp alone proves nothing.
    var isFresh: UInt8 = 0
    /// Without padding, equal rows have equal bytes.
    private var unused: (UInt16, UInt32) = (0, 0)
    var stamp: FileStamp
    /// Of the folder of the same path in the spare tree.
    var spare = FileStamp.none
    /// Of a file's bytes.
    var hash: UInt64 = 0

    init(_ entry: Entry, name: Int32) {
      (self.name, length) = (name, Int32(clamping: entry.path.utf8.count))
      (kind, isFresh) = (entry.kind.rawValue, entry.isFresh ? 1 : 0)
      (stamp, spare, hash) = (entry.stamp, entry.spare, entry.hash)
    }
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

  /// The paths of all rows, a zero behind each, and of some that are no more.
  private(set) var names: [UInt8] = []
  var rows: [Row] = []

  init() {}

  init(_ entries: some Sequence<Entry>) {
    let sorted = entries.sorted { $0.path.precedesInUTF8($1.path) }
    rows.reserveCapacity(sorted.count)
    for entry in sorted { append(entry) }
  }

  /// Nil unless each row has a name, with a zero behind it.
  init?(names: [UInt8], rows: [Row]) {
    (self.names, self.rows) = (names, rows)
    let isSound = rows.allSatisfy { row in
      row.name >= 0 && row.length >= 0 && Int(row.name) + Int(row.length) < names.count
        && names[Int(row.name) + Int(row.length)] == 0
    }
    if !isSound { return nil }
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

  /// Whether there is a folder with a path.
  func hasFolder(_ path: String) -> Bool { index(of: path).map { rows[$0].kind == Kind.folder.rawValue } ?? false }

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
    for row in rows {
      hash.combine(path(row))
      hash.combine(row.hash)
    }
    return hash.value
  }

  private func name(_ row: Row) -> ArraySlice<UInt8> { names[Int(row.name)..<Int(row.name + row.length)] }

  private mutating func append(_ entry: Entry) {
    rows.append(Row(entry, name: Int32(clamping: names.count)))
    names.append(contentsOf: entry.path.utf8)
    names.append(0)
  }
}

extension StampTable {
  /// Takes the entries of some paths out and puts others in or replaces them, without moving more than it has to.
  mutating func update(removing removed: Set<String>, adding added: [Entry]) {
    var new: [Entry] = []
    for entry in added {
      if let index = index(of: entry.path) {
        rows[index] = Row(entry, name: rows[index].name)
      } else {
        new.append(entry)
      }
    }
    let kept = Set(added.map(\.path))
    remove(removed.subtracting(kept).compactMap { index(of: $0) }.sorted())
    insert(new.sorted { $0.path.precedesInUTF8($1.path) })
  }

  /// Lets the stamps of folders of both trees change places, as the trees do.
  mutating func swapTrees() {
    for index in rows.indices where rows[index].kind == Kind.folder.rawValue {
      let row = rows[index]
      (rows[index].stamp, rows[index].spare) = (row.spare, row.stamp)
    }
  }

  /// - Parameter indices: in ascending order.
  private mutating func remove(_ indices: [Int]) {
    guard var end = indices.first else { return }
    for (number, index) in indices.enumerated() {
      let next = number + 1 < indices.count ? indices[number + 1] : rows.count
      for row in index + 1..<next {
        rows[end] = rows[row]
        end += 1
      }
    }
    rows.removeLast(indices.count)
  }

  /// - Parameter entries: in order, none of them there yet.
  private mutating func insert(_ entries: [Entry]) {
    let places = entries.map { place(of: $0.path) }
    var source = rows.count
    for entry in entries { append(entry) }
    let new = Array(rows[source...])
    var target = rows.count
    for (place, row) in zip(places, new).reversed() {
      while source > place {
        (source, target) = (source - 1, target - 1)
        rows[target] = rows[source]
      }
      target -= 1
      rows[target] = row
    }
  }
}
