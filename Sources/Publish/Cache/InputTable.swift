internal import Content
internal import Packing

/// Everything that a build read, with the stamps that show whether it is still the same.
public struct InputTable: Sendable {
  private(set) var table: StampTable
  /// Nanoseconds within which the system may give two writes the same time.
  private static let tick: Int64 = 20_000_000

  static let empty = InputTable([], now: 0)

  /// What an earlier build wrote.
  init(_ written: StampTable) { table = written }

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
    /// Files that were not there before, and those that are no more.
    public var added: Set<String> = []
    public var removed: Set<String> = []
    /// Whether anything cannot be read, or is neither file nor folder.
    public var isUnclear = false
    /// The table of what is there now.
    public var inputs: InputTable
    public var isEmpty: Bool { edited.isEmpty && added.isEmpty && removed.isEmpty && !isUnclear }
  }

  /// Compares the folder `source` with what was read from it.
  func changes(below source: String, now: Int64, jobs: Int) async -> Changes {
    var changes = Changes(inputs: self)
    let suspects = await table.differences(below: source, followingLinks: true, jobs: jobs) { row, stamp in
      if row.kind == StampTable.Kind.absent.rawValue { return stamp == nil }
      return row.isFresh == 0 && stamp == row.stamp
    }
    guard let suspects else {
      changes.isUnclear = true
      return changes
    }
    var gone: Set<String> = []
    var new: [StampTable.Entry] = []
    for index in suspects {
      let entry = table.entry(table.rows[index])
      let path = SourceFolder.join(source, entry.path)
      switch entry.kind {
      case .file:
        guard let (bytes, stamp) = try? Disk.readStamped(path), entry.stamp != .none else {
          // A link that leads nowhere is there, too.
          if entry.stamp != .none, Disk.status(path) == nil {
            gone.insert(entry.path)
            changes.removed.insert(entry.path)
          } else {
            changes.isUnclear = true
          }
          continue
        }
        let hash = Hash64.of(bytes)
        changes.inputs.renew(index, stamp, hash: hash, now: now)
        if hash != entry.hash || Int64(bytes.count) != entry.stamp.size { changes.edited.insert(entry.path) }
      case .folder:
        if Disk.status(path) == nil, entry.path.contains("/") {
          gone.insert(entry.path)
          continue
        }
        guard let status = Disk.status(path, followingLink: true), status.kind == .folder,
          let names = try? Disk.names(in: path), let found = additions(names, in: entry.path, below: source)
        else {
          changes.isUnclear = true
          continue
        }
        new += found
        changes.inputs.renew(index, status.stamp, hash: entry.hash, now: now)
      case .absent, .foreign: changes.isUnclear = true
      }
    }
    changes.added = Set(new.filter { $0.kind == .file }.map(\.path))
    changes.inputs.update(removing: gone, adding: new, now: now)
    return changes
  }

  /// What of a folder's names the table does not know, with everything below; nil if any of it is no plain file or folder.
  private func additions(_ names: [String], in folder: String, below source: String) -> [StampTable.Entry]? {
    var entries: [StampTable.Entry] = []
    for name in names where !SourceFolder.isHidden(name) && table.index(of: "\(folder)/\(name)") == nil {
      let path = "\(folder)/\(name)"
      guard FileName.trouble(path) == nil else { return nil }
      let full = SourceFolder.join(source, path)
      guard let status = Disk.status(full) else { return nil }
      switch status.kind {
      case .file:
        guard let (bytes, stamp) = try? Disk.readStamped(full) else { return nil }
        entries.append(.init(path: path, kind: .file, stamp: stamp, hash: Hash64.of(bytes)))
      case .folder:
        guard !SourceFolder.isNamedLikeAFile(name), let below = try? Disk.names(in: full),
          let inner = additions(below, in: path, below: source)
        else { return nil }
        entries.append(.init(path: path, kind: .folder, stamp: status.stamp))
        entries += inner
      default: return nil
      }
    }
    return entries
  }

  private mutating func update(removing gone: Set<String>, adding new: [StampTable.Entry], now: Int64) {
    guard !gone.isEmpty || !new.isEmpty else { return }
    let entries = new.map { entry in
      var entry = entry
      entry.isFresh = max(entry.stamp.modified, entry.stamp.changed) >= now - Self.tick
      return entry
    }
    table.update(removing: gone, adding: entries)
  }

  /// Gives a row its present stamp.
  private mutating func renew(_ index: Int, _ stamp: FileStamp, hash: UInt64, now: Int64) {
    table.rows[index].stamp = stamp
    table.rows[index].hash = hash
    table.rows[index].isFresh = max(stamp.modified, stamp.changed) >= now - Self.tick ? 1 : 0
  }
}
