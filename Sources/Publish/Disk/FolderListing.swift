/// Everything below a folder, by relative path, in ascending order.
struct FolderListing: Sendable {
  struct Entry: Sendable {
    let path: String
    let kind: Disk.Kind
    let size: Int
    var stamp = FileStamp.none
  }

  let entries: [Entry]

  /// Lists `root`.
  ///
  /// - Parameters:
  ///   - boundary: the real path of a folder. Links that lead to files and folders below it count as what they lead to;
  ///     others stay links, and so do all without a boundary. A folder that leads back into itself is left out.
  ///   - namesOnly: size and stamp of plain files may be missing.
  init(_ root: String, followingLinksBelow boundary: String? = nil, namesOnly: Bool = false) throws(DiskError) {
    var entries: [Entry] = []
    var pending = [("", Disk.status(root, followingLink: true).map { [$0.identity] } ?? [])]
    while let (folder, above) = pending.popLast() {
      for (name, isFile) in try Disk.entries(in: folder.isEmpty ? root : "\(root)/\(folder)") {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        if namesOnly, isFile {
          entries.append(Entry(path: path, kind: .file, size: 0))
          continue
        }
        guard var status = Disk.status("\(root)/\(path)") else {
          entries.append(Entry(path: path, kind: .other, size: 0))
          continue
        }
        if status.kind == .link, let boundary, Disk.isBelow(boundary, "\(root)/\(path)") {
          status = Disk.status("\(root)/\(path)", followingLink: true) ?? status
        }
        if status.kind == .folder {
          if above.contains(status.identity) { continue }
          pending.append((path, boundary == nil ? [] : above + [status.identity]))
        }
        entries.append(Entry(path: path, kind: status.kind, size: status.size, stamp: status.stamp))
      }
    }
    self.entries = entries.sorted { $0.path < $1.path }
  }
}
