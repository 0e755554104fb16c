internal import CDisk

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that is read and written in pieces, from several tasks at once if need be. Closed when it is given up.
struct OpenFile: ~Copyable, Sendable {
  /// Negative once it is closed.
  private var descriptor: Int32
  /// For what goes wrong with it.
  private let path: String

  private init(_ descriptor: Int32, _ action: String, _ path: String) throws(DiskError) {
    guard descriptor >= 0 else { throw DiskError(action, path) }
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  init(reading path: String) throws(DiskError) {
    // Without O_NONBLOCK, opening a named pipe would wait for somebody to write into it.
    try self.init(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), "read", path)
  }

  /// A new file; one that is there already is an error.
  init(creating path: String) throws(DiskError) {
    try self.init(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644), "write", path)
  }

  /// A file that is there, to be written to; none of its bytes goes by that.
  init(changing path: String) throws(DiskError) {
    try self.init(open(path, O_WRONLY | O_CLOEXEC), "write", path)
  }

  /// A new file without a name, to be written and read.
  init(scratchIn folder: String) throws(DiskError) {
    try self.init(interlude_scratch_file(folder), "write", folder)
  }

  /// Closes it; some file systems tell only then that something was not written.
  consuming func finish() throws(DiskError) {
    let result = close(descriptor)
    descriptor = -1
    guard result == 0 else { throw DiskError("write", path) }
  }

  func info() throws(DiskError) -> stat {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw DiskError("read", path) }
    return info
  }

  func stamp() throws(DiskError) -> FileStamp { FileStamp(try info()) }

  /// At most `count` bytes from an offset on; fewer where the file ends.
  func read(upTo count: Int, from offset: Int) throws(DiskError) -> [UInt8] {
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      isRead = fill(
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<max(0, count)]), &filled,
        from: offset)
    }
    guard isRead else { throw DiskError("read", path) }
    return bytes
  }

  /// The bytes of a range; nil when they cannot be read or the file is shorter.
  func read(_ range: Range<Int>) -> [UInt8]? { rows(of: UInt8.self, in: range, room: 0) }

  /// The bytes of a range as rows, with room for so many more; nil as for `read`.
  func rows<Row: BitwiseCopyable>(of row: Row.Type, in range: Range<Int>, room: Int) -> [Row]? {
    let count = range.count / MemoryLayout<Row>.stride
    guard range.lowerBound >= 0, count * MemoryLayout<Row>.stride == range.count else { return nil }
    var isWhole = false
    let rows = [Row](unsafeUninitializedCapacity: count + room) { buffer, filled in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      var done = 0
      isWhole =
        fill(UnsafeMutableRawBufferPointer(rebasing: bytes[..<range.count]), &done, from: range.lowerBound)
        && done == range.count
      filled = isWhole ? count : 0
    }
    return isWhole ? rows : nil
  }

  /// Reads into `buffer` until it is full or the file ends, and counts the bytes; false, with `errno` set, after an error.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer, _ done: inout Int, from offset: Int) -> Bool {
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      if count < 0 { return false }
      if count == 0 { break }
      done += count
    }
    return true
  }

  /// Writes bytes from an offset on.
  func write(_ bytes: [UInt8], at offset: Int) throws(DiskError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw DiskError("write", path)
      }
      // No file system should take nothing and call that no error; going on would never end.
      guard count > 0 else { throw DiskError("write", path, code: EIO) }
      done += count
    }
  }

  /// Takes room for so many bytes where the file system can do that; what is there stays. See posix_fallocate(3).
  func reserve(_ count: Int) throws(DiskError) {
    #if !canImport(Darwin)
      let code = count > 0 ? posix_fallocate(descriptor, 0, off_t(count)) : 0
      guard [0, EINVAL, ENOSYS, ENOTSUP].contains(code) else { throw DiskError("write", path, code: code) }
    #endif
  }

  /// Makes the file so many bytes long.
  func resize(to count: Int) throws(DiskError) {
    guard ftruncate(descriptor, off_t(count)) == 0 else { throw DiskError("write", path) }
  }
}
