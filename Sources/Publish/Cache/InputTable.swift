internal import Content
internal import Packing

/// Everything that a build read, with the stamps that show whether it is still the same.
public struct InputTable: Sendable {
  private(set) var table: StampTable
  /// How the table differs from what was written of it as a whole.
  private(set) var since = StampChanges()
  /// Nanoseconds within which the system may give two writes the same time.
  private static let tick: Int64 = 20_000_000

  static let empty = InputTable([], now: 0)

  /// What an earlier build wrote, and how it differs since.
  init(_ written: StampTable, since changes: StampChanges) {
    (table, since) = (written, changes)
    since.apply(to: &table)
  }

  /// - Parameter now: the time at which reading began, in nanoseconds since 1970. What was written as late as that may
  ///   be written again without its stamp showing it, so its bytes are compared, too.
  init(_ entries: [StampTable.Entry], now: Int64) {
    table = StampTable(
      entries.map { entry in
        var entry = entry
        entry.isFresh = max(entry.stamp.modified, entry.stamp.changed) >= now - Self.tick
        return entry
      })
  }

  /// A hash of everything that was read, as far as `isIncluded` lets it in.
  public func hash(where isIncluded: (String) -> Bool) -> UInt64 {
    var hash = Hash64()
    for row in table.rows where row.kind == StampTable.Kind.file.rawValue {
      let path = table.path(row)
      guard isIncluded(path) else { continue }
      hash.combine(path)
      hash.combine(row.hash)
    }
    return hash.value
  }

  /// Whether a file was read.
  public func has(_ path: String) -> Bool {
    table.index(of: path).map { table.rows[$0].kind == StampTable.Kind.file.rawValue } ?? false
  }

  /// Whether a file or folder was there.
  public func knows(_ path: String) -> Bool {
    table.index(of: path).map { table.rows[$0].kind != StampTable.Kind.absent.rawValue } ?? false
  }

  /// The paths of the files that were read below a folder, without that folder's name.
  public func files(in folder: String) -> [String] {
    let prefix = folder + "/"
    return table.rows(startingWith: prefix).filter { $0.kind == StampTable.Kind.file.rawValue }
      .map { String(table.path($0).dropFirst(prefix.utf8.count)) }
  }

  /// What is different on disk now.
  public struct Changes: Sendable {
    /// Files that were read before and have other bytes now, by path below the source folder.
    public var edited: Set<String> = []
    /// Whether a file or folder came, went or cannot be read.
    public var isRestructured = false
    /// The same table with the present stamps, for files that were only touched.
    public var inputs: InputTable
    public var isEmpty: Bool { edited.isEmpty && !isRestructured }
  }

  /// Compares the folder `source` with what was read from it.
  func changes(below source: String, now: Int64, jobs: Int) async -> Changes {
    var changes = Changes(inputs: self)
    let suspects = await table.differences(below: source, followingLinks: true, jobs: jobs) { row, stamp in
      if row.kind == StampTable.Kind.absent.rawValue { return stamp == nil }
      return row.isFresh == 0 && stamp == row.stamp
    }
    guard let suspects else {
      changes.isRestructured = true
      return changes
    }
    for index in suspects {
      let entry = table.entry(table.rows[index])
      let path = SourceFolder.join(source, entry.path)
      switch entry.kind {
      case .file:
        guard let (bytes, stamp) = try? Disk.readStamped(path), entry.stamp != .none else {
          changes.isRestructured = true
          continue
        }
        let hash = Hash64.of(bytes)
        changes.inputs.renew(index, stamp, hash: hash, now: now)
        if hash != entry.hash || Int64(bytes.count) != entry.stamp.size { changes.edited.insert(entry.path) }
      case .folder:
        guard let status = Disk.status(path, followingLink: true), status.kind == .folder,
          (try? Disk.names(in: path)).map({ hasSameNames($0, in: entry.path) }) == true
        else {
          changes.isRestructured = true
          continue
        }
        changes.inputs.renew(index, status.stamp, hash: entry.hash, now: now)
      case .absent, .foreign: changes.isRestructured = true
      }
    }
    return changes
  }

  /// Gives a row its present stamp.
  private mutating func renew(_ index: Int, _ stamp: FileStamp, hash: UInt64, now: Int64) {
    table.rows[index].stamp = stamp
    table.rows[index].hash = hash
    table.rows[index].isFresh = max(stamp.modified, stamp.changed) >= now - Self.tick ? 1 : 0
    since.put(table.entry(table.rows[index]), isNew: false)
  }

  private func hasSameNames(_ names: [String], in folder: String) -> Bool {
    let visible = names.filter { !SourceFolder.isHidden($0) }
    guard visible.allSatisfy({ table.index(of: "\(folder)/\($0)") != nil }) else { return false }
    // None is new; is none gone? The table's rows below the folder stand together.
    guard let start = table.index(of: folder) else { return false }
    var count = 0
    let depth = folder.utf8.count + 1
    for row in table.rows[(start + 1)...] {
      let path = table.path(row)
      guard path.hasPrefix(folder) else { break }
      if path.hasPrefix(folder + "/"), !path.utf8.dropFirst(depth).contains(UInt8(ascii: "/")) { count += 1 }
    }
    return count == visible.count
  }
}
