public import Packing
internal import Synchronization

/// A file without a name in which a build puts long texts away; it is gone with its last user.
public final class ScratchFile: ByteStore {
  /// What it was made for.
  public let path: String
  private let file: OpenFile
  private let end = Mutex(0)
  private let problem = Mutex<String?>(nil)

  /// - Parameter path: where the build's output goes. The file lies in the nearest folder that there is at or above it,
  ///   because a folder for temporary files is often memory. Nil when no file can be made.
  public init?(near path: String) {
    guard let file = try? OpenFile(scratchIn: Self.nearestFolder(to: path)) else { return nil }
    self.file = file
    self.path = path
  }

  public var failure: String? { problem.withLock { $0 } }

  public func put(_ bytes: [UInt8]) -> Range<Int>? {
    let start = end.withLock { end in
      defer { end += bytes.count }
      return end
    }
    do throws(DiskError) { try file.write(bytes, at: start) } catch { return nil }
    return start..<start + bytes.count
  }

  public func bytes(at range: Range<Int>) -> [UInt8] {
    if let bytes = file.read(range) { return bytes }
    problem.withLock { $0 = "texts that were put away on the disk cannot be read back" }
    return []
  }

  private static func nearestFolder(to path: String) -> String {
    var folder = Disk.realPath(path) ?? path
    while Disk.status(folder, followingLink: true)?.kind != .folder {
      let above = OutputFolder.folder(of: folder)
      if above.isEmpty { return folder.hasPrefix("/") ? "/" : "." }
      folder = above
    }
    return folder
  }
}
