internal import CZlib

/// Decompresses gzip (RFC 1952), also several members in a row, as appended logs have.
final class Inflater {
  private let stream: UnsafeMutablePointer<z_stream>
  private let name: String
  private var input = [UInt8](repeating: 0, count: 64 * 1024)
  /// The part of `input` that is not yet decompressed.
  private var pending = 0..<0
  private var hasEnded = false
  /// A member was begun and is not over.
  private var isInMember = false
  private(set) var isTruncated = false

  static let magic: [UInt8] = [0x1F, 0x8B]
  /// 15 bits of window, and 16 for gzip's header and trailer (zlib manual, `inflateInit2`).
  private static let windowBits: Int32 = 15 + 16

  init(name: String) throws(LogInputError) {
    self.name = name
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard interlude_inflate_init(stream, Self.windowBits) == Z_OK else {
      stream.deallocate()
      throw LogInputError(name: name, reason: "zlib has no memory")
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Fills the front of `buffer`; `more` reads compressed bytes. Damaged data end the log; what came before counts.
  func read(
    into buffer: UnsafeMutableRawBufferPointer,
    _ more: (UnsafeMutableRawBufferPointer) throws(LogInputError) -> Int
  ) throws(LogInputError) -> Int {
    guard let base = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return 0 }
    while !hasEnded {
      if pending.isEmpty {
        let result = input.withUnsafeMutableBytes { room in Result { () throws(LogInputError) in try more(room) } }
        let count = try result.get()
        pending = 0..<count
        if count == 0 {
          hasEnded = true
          isTruncated = isInMember
          break
        }
      }
      if !isInMember, !beginMember() { break }
      let (status, written) = inflateOnce(into: base, room: buffer.count)
      switch status {
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END:
        isInMember = false
        inflateReset(stream)
      default:
        (hasEnded, isTruncated) = (true, true)
      }
      if written > 0 { return written }
    }
    return 0
  }

  /// Whether another member follows; zeros and anything else after the last one are padding (gzip manual, "Tapes").
  private func beginMember() -> Bool {
    guard input[pending.lowerBound] == Self.magic[0] else {
      hasEnded = true
      return false
    }
    isInMember = true
    return true
  }

  private func inflateOnce(into base: UnsafeMutablePointer<UInt8>, room: Int) -> (status: Int32, written: Int) {
    input.withUnsafeMutableBufferPointer { input in
      guard let start = input.baseAddress else { return (Z_BUF_ERROR, 0) }
      stream.pointee.next_in = start + pending.lowerBound
      stream.pointee.avail_in = UInt32(pending.count)
      stream.pointee.next_out = base
      stream.pointee.avail_out = UInt32(clamping: room)
      let status = inflate(stream, Z_NO_FLUSH)
      pending = pending.upperBound - Int(stream.pointee.avail_in)..<pending.upperBound
      return (status, min(room, Int(UInt32.max)) - Int(stream.pointee.avail_out))
    }
  }
}
