internal import CZlib

/// A picture as PNG (W3C PNG, third edition): eight bits of red, green and blue, each row told by how it differs from
/// the one above it.
enum PNG {
  /// Nil only where zlib gives up, for want of memory.
  static func encode(_ canvas: Canvas) -> [UInt8]? {
    let stride = canvas.width * 3
    let pixels = canvas.pixels
    var rows = [UInt8](repeating: 0, count: (stride + 1) * canvas.height)
    for row in 0..<canvas.height {
      let (start, output) = (row * stride, row * (stride + 1) + 1)
      rows[output - 1] = 2  // The filter "Up", section 9.2.
      for offset in 0..<stride {
        rows[output + offset] = pixels[start + offset] &- (row == 0 ? 0 : pixels[start + offset - stride])
      }
    }
    guard let data = compressed(rows) else { return nil }
    let header = word(canvas.width) + word(canvas.height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", data)
      + chunk("IEND", [])
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var length = compressBound(uLong(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(length))
    guard compress2(&output, &length, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION) == Z_OK else { return nil }
    return Array(output.prefix(Int(length)))
  }

  /// Its length, its type, the data, and a checksum of type and data (section 5.3).
  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return word(data.count) + body + word(Int(crc32(0, body, uInt(body.count))))
  }

  /// Four bytes, the most significant first.
  private static func word(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
