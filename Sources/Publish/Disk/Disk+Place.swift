#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension Disk {
  /// Looks at many entries below a folder, those that lie near each other one after another.
  ///
  /// The kernel walks the whole way to each entry. So the folder two steps above the last one is kept open, and ways begin
  /// there as long as they lead through it.
  struct Place: ~Copyable {
    private let root: Int32
    private var folder: Int32?
    /// The way to that folder, with the slash behind it.
    private var prefix: [CChar] = []

    /// - Parameter root: an open folder, which stays open.
    init(in root: Int32) { self.root = root }

    deinit { if let folder { close(folder) } }

    /// What tells one state of an entry from another, or nil when there is nothing. `path` leads from the root, a zero
    /// stands behind it; an empty one is the root itself.
    mutating func stamp(_ path: UnsafeBufferPointer<CChar>, followingLink: Bool) -> FileStamp? {
      guard let start = path.baseAddress, !path.isEmpty else {
        return Disk.stamp(".", in: root, followingLink: followingLink)
      }
      move(towards: path)
      guard let folder else { return Disk.stamp(start, in: root, followingLink: followingLink) }
      return Disk.stamp(start + prefix.count, in: folder, followingLink: followingLink)
    }

    private mutating func move(towards path: UnsafeBufferPointer<CChar>) {
      let isBelow = path.count > prefix.count && path.starts(with: prefix)
      if isBelow, path[prefix.count...].reduce(0, { $0 + ($1 == Self.slash ? 1 : 0) }) < 2 { return }
      if let folder { close(folder) }
      (folder, prefix) = (nil, [])
      var slashes = 0
      guard
        let end = path.lastIndex(where: { byte in
          if byte == Self.slash { slashes += 1 }
          return slashes == 2
        })
      else { return }
      let found = openat(root, Array(path[..<end]) + [0], O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      if found >= 0 { (folder, prefix) = (found, Array(path[...end])) }
    }

    private static let slash = CChar(bitPattern: UInt8(ascii: "/"))
  }
}
