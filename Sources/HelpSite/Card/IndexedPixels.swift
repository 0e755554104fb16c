/// Pixels as numbers of a list of colours.
struct IndexedPixels {
  /// Red, green and blue of each colour, in the order in which they are first met.
  let palette: [UInt8]
  /// One byte a pixel.
  let pixels: [UInt8]

  /// - Parameter colours: red, green and blue of each pixel.
  /// - Returns: nil for more than 256 colours, which a PNG cannot list (section 11.2.2).
  init?(_ colours: [UInt8]) {
    var numbers: [UInt32: UInt8] = [:]
    var palette: [UInt8] = []
    var pixels: [UInt8] = []
    pixels.reserveCapacity(colours.count / 3)
    // Most pixels are like the one before them.
    var (last, number): (UInt32?, UInt8) = (nil, 0)
    for offset in stride(from: 0, to: colours.count - 2, by: 3) {
      let (red, green, blue) = (colours[offset], colours[offset + 1], colours[offset + 2])
      let colour = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      if colour != last {
        last = colour
        if let known = numbers[colour] {
          number = known
        } else {
          guard let next = UInt8(exactly: numbers.count) else { return nil }
          numbers[colour] = next
          number = next
          palette += [red, green, blue]
        }
      }
      pixels.append(number)
    }
    (self.palette, self.pixels) = (palette, pixels)
  }
}
