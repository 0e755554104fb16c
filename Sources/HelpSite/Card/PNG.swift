internal import CZlib

/// A picture as PNG (W3C PNG, third edition), each row told by how it differs from the one above it.
///
/// Up to 256 colours, which is what a drawing has, are listed once, and a pixel is one byte; beyond, three.
enum PNG {
  /// Nil only where zlib gives up, for want of memory.
  static func encode(_ canvas: Canvas) -> [UInt8]? {
    let indexed = IndexedPixels(canvas.pixels)
    let pixels = indexed?.pixels ?? canvas.pixels
    let stride = canvas.width * (indexed == nil ? 3 : 1)
    guard let data = compressed(rows(pixels, stride, canvas.height)) else { return nil }
    let colourType: UInt8 = indexed == nil ? 2 : 3
    let header = word(canvas.width) + word(canvas.height) + [8, colourType, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + (indexed.map { chunk("PLTE", $0.palette) } ?? []) + chunk("IDAT", data) + chunk("IEND", [])
  }

  /// The rows with the filter "Up" (section 9.2), each behind its number.
  private static func rows(_ pixels: [UInt8], _ stride: Int, _ height: Int) -> [UInt8] {
    Array(unsafeUninitializedCapacity: (stride + 1) * height) { output, count in
      count = (stride + 1) * height
      pixels.withUnsafeBufferPointer { pixels in
        for row in 0..<height {
          let (start, filtered) = (row * stride, row * (stride + 1) + 1)
          output[filtered - 1] = 2
          for offset in 0..<stride {
            output[filtered + offset] = pixels[start + offset] &- (row == 0 ? 0 : pixels[start + offset - stride])
          }
        }
      }
    }
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
