internal import Packing

/// How a table of stamps differs from what it was when it was last written as a whole, so that a build after an edit
/// writes no more than that.
struct StampChanges: Sendable {
  /// Entries that the written table has not got, and others in the place of those that it has, by path.
  private var added: [String: StampTable.Entry] = [:]
  private var replaced: [String: StampTable.Entry] = [:]
  private var removed: Set<String> = []
  /// Whether the trees have changed places since, an odd number of times.
  private var isSwapped = false

  init() {}

  var count: Int { added.count + replaced.count + removed.count }

  /// - Parameter isNew: whether the present table, as opposed to the written one, has no such entry.
  mutating func put(_ entry: StampTable.Entry, isNew: Bool) {
    let wasThere = isNew ? removed.remove(entry.path) != nil : added[entry.path] == nil
    if wasThere { replaced[entry.path] = entry } else { added[entry.path] = entry }
  }

  /// Takes out an entry of the present table.
  mutating func remove(_ path: String) {
    guard added.removeValue(forKey: path) == nil else { return }
    replaced[path] = nil
    removed.insert(path)
  }

  /// The stamps of folders change places with those of the spare tree.
  mutating func swapTrees() {
    isSwapped.toggle()
    for entries in [\StampChanges.added, \.replaced] {
      for (path, entry) in self[keyPath: entries] where entry.kind == .folder {
        self[keyPath: entries][path]?.stamp = entry.spare
        self[keyPath: entries][path]?.spare = entry.stamp
      }
    }
  }

  /// Makes the present table from the written one.
  func apply(to table: inout StampTable) {
    if isSwapped { table.swapTrees() }
    table.update(removing: removed, adding: Array(added.values) + Array(replaced.values))
  }

  func pack(into writer: inout PackedWriter) {
    StampTable(added.values).pack(into: &writer)
    StampTable(replaced.values).pack(into: &writer)
    writer.texts(removed.sorted())
    writer.flag(isSwapped)
  }

  init(from reader: inout PackedReader) {
    (added, replaced) = (Self.entries(from: &reader), Self.entries(from: &reader))
    removed = Set(reader.texts())
    isSwapped = reader.flag()
  }

  private static func entries(from reader: inout PackedReader) -> [String: StampTable.Entry] {
    let table = StampTable(from: &reader)
    guard !reader.isDamaged else { return [:] }
    return Dictionary(table.rows.map { (table.path($0), table.entry($0)) }, uniquingKeysWith: { first, _ in first })
  }
}
