internal import CZlib
internal import Foundation
internal import Theme

/// A picture as PNG (W3C PNG, third edition), with a list of its colours.
enum PNG {
  /// Nil only where zlib gives up, for want of memory.
  static func encode(_ canvas: Canvas) -> [UInt8]? {
    guard let data = compressed(rows(of: canvas)) else { return nil }
    let header = word(canvas.width) + word(canvas.height) + [8, 3, 0, 0, 0]
    let colours = canvas.colours.flatMap { [$0.red, $0.green, $0.blue] }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("PLTE", colours)
      + chunk("IDAT", data) + chunk("IEND", [])
  }

  /// Each row as it is, or where it is the one above it, as most are, as no difference from that: the filters "None" and
  /// "Up" (section 9.2).
  private static func rows(of canvas: Canvas) -> [UInt8] {
    let (width, pixels) = (canvas.width, canvas.pixels)
    var rows = [UInt8](repeating: 0, count: (width + 1) * canvas.height)
    rows.withUnsafeMutableBytes { rows in
      pixels.withUnsafeBytes { pixels in
        for row in 0..<canvas.height {
          let own = UnsafeRawBufferPointer(rebasing: pixels[(row * width)..<((row + 1) * width)])
          let output = row * (width + 1)
          if row > 0, let start = own.baseAddress, memcmp(start, start - width, width) == 0 {
            rows[output] = 2
          } else {
            rows[(output + 1)..<(output + 1 + width)].copyBytes(from: own)
          }
        }
      }
    }
    return rows
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var output = [UInt8](repeating: 0, count: Int(compressBound(uLong(bytes.count))))
    var stream = z_stream()
    // Runs of one colour are what there is to find; to look for more takes three times as long.
    let isReady = deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15, 9, Z_RLE, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard isReady == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let isWhole = bytes.withUnsafeBufferPointer { bytes in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.avail_in = uInt(bytes.count)
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(output.count)
        return deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
    }
    return isWhole ? Array(output.prefix(Int(stream.total_out))) : nil
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
