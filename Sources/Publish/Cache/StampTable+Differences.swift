internal import Content

extension StampTable {
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
}
