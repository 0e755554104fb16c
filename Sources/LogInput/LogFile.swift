#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A log to read from start to end: a file or standard input, compressed with gzip or not, growing or not.
public struct LogFile: ~Copyable {
  /// As it is shown.
  public let name: String
  private var descriptor: OpenDescriptor
  private var inflater: Inflater?
  /// The first bytes, which tell whether it is compressed, until they are handed over.
  private var head: [UInt8]
  private let follow: Follow?

  /// Opens `path`; `-` stands for standard input. With `follow` the end of a file is waited out.
  public init(path: String, follow: Bool = false) throws(LogInputError) {
    let name = path == "-" ? "standard input" : path
    let opened = path == "-" ? OpenDescriptor.standardInput : try OpenDescriptor(path: path)
    let head = try Self.head(of: opened, name: name)
    let inflater = head.starts(with: Inflater.magic) ? try Inflater(name: name) : nil
    self.name = name
    self.head = head
    self.inflater = inflater
    self.follow = follow && path != "-" && inflater == nil ? Follow(path: path) : nil
    descriptor = opened
  }

  /// Whether the compressed data end before their time; what came before was handed over.
  public var isTruncated: Bool { inflater?.isTruncated ?? false }

  /// Fills the front of `buffer` and returns how many bytes it wrote; 0 at the end.
  public mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    if let inflater {
      return try inflater.read(into: buffer) { room throws(LogInputError) in try self.readRaw(into: room) }
    }
    return try readRaw(into: buffer)
  }

  private mutating func readRaw(into buffer: UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int {
    if !head.isEmpty {
      let count = min(head.count, buffer.count)
      buffer.copyBytes(from: head[..<count])
      head.removeFirst(count)
      return count
    }
    while true {
      let count = try descriptor.read(into: buffer, name: name)
      if count > 0 { return count }
      guard let follow else { return 0 }
      try follow.wait(for: &descriptor, name: name)
    }
  }

  private static func head(of descriptor: borrowing OpenDescriptor, name: String) throws(LogInputError) -> [UInt8] {
    var head: [UInt8] = []
    while head.count < Inflater.magic.count {
      let (bytes, count) = try descriptor.readBytes(Inflater.magic.count - head.count, name: name)
      if count == 0 { break }
      head += bytes[..<count]
    }
    return head
  }
}

/// Why a log cannot be read, in the system's or zlib's words.
public struct LogInputError: Error, Hashable {
  public let name: String
  public let reason: String
}
