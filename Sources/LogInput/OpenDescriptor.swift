#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An open file that is closed when it is no longer needed.
struct OpenDescriptor: ~Copyable {
  private let number: Int32
  private let isOwned: Bool

  static var standardInput: OpenDescriptor { OpenDescriptor(number: STDIN_FILENO, isOwned: false) }

  private init(number: Int32, isOwned: Bool) {
    (self.number, self.isOwned) = (number, isOwned)
  }

  init(path: String) throws(LogInputError) {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw Self.error(path) }
    self.init(number: number, isOwned: true)
    #if canImport(Glibc)
      _ = posix_fadvise(number, 0, 0, POSIX_FADV_SEQUENTIAL)
    #endif
  }

  deinit {
    if isOwned { close(number) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, name: String) throws(LogInputError) -> Int {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      #else
        let count = Darwin.read(number, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      guard errno == EINTR else { throw Self.error(name) }
    }
  }

  /// Up to `count` bytes, and how many they are.
  func readBytes(_ count: Int, name: String) throws(LogInputError) -> ([UInt8], Int) {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(LogInputError) in try read(into: buffer, name: name) }
    }
    return (bytes, try result.get())
  }

  /// The file's identity, its length and how far it was read.
  struct State {
    let device: UInt64
    let inode: UInt64
    let length: Int
    let position: Int
  }

  var state: State? {
    var status = stat()
    guard fstat(number, &status) == 0 else { return nil }
    return State(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), length: Int(status.st_size),
      position: Int(lseek(number, 0, SEEK_CUR)))
  }

  func rewind() {
    lseek(number, 0, SEEK_SET)
  }

  static func error(_ name: String) -> LogInputError {
    LogInputError(name: name, reason: String(cString: strerror(errno)))
  }
}
