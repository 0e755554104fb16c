internal import Theme

/// A picture that strokes and discs are drawn on, with smooth edges.
///
/// Every shape is told by the distance of a point from its outline, so that the share of a pixel it covers is that
/// distance, cut off half a pixel to either side.
struct Canvas {
  let width: Int
  let height: Int
  /// The position of each pixel's colour among `colours`, row by row.
  private(set) var pixels: [UInt8]
  /// At most 256: a picture that has so few takes a third of the bytes to pack.
  private(set) var colours: [Colour]

  /// Where a pixel's edge is, in shares of it: eye and palette need no finer ones.
  private static let steps = 8.0

  init(width: Int, height: Int, _ ground: Colour) {
    (self.width, self.height) = (width, height)
    pixels = [UInt8](repeating: 0, count: width * height)
    colours = [ground]
  }

  /// A rectangle of whole pixels, given by two of its corners.
  mutating func fill(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int, _ colour: Colour) {
    let position = position(of: colour)
    let columns = (max(0, left)..<max(0, left, right)).clamped(to: 0..<width)
    guard !columns.isEmpty else { return }
    pixels.withUnsafeMutableBufferPointer { pixels in
      for y in max(0, top)..<min(height, bottom) {
        pixels[(y * width + columns.lowerBound)..<(y * width + columns.upperBound)].update(repeating: position)
      }
    }
  }

  /// A straight stroke with round ends.
  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ thickness: Double, _ colour: Colour) {
    let (dx, dy) = (x2 - x1, y2 - y1)
    let length = dx * dx + dy * dy
    draw(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2), margin: thickness, colour) { x, y in
      let along = length == 0 ? 0 : min(max(((x - x1) * dx + (y - y1) * dy) / length, 0), 1)
      return Self.distance(x - x1 - along * dx, y - y1 - along * dy) - thickness / 2
    }
  }

  mutating func disc(_ x: Double, _ y: Double, _ radius: Double, _ colour: Colour) {
    draw(x - radius, y - radius, x + radius, y + radius, margin: 1, colour) { px, py in
      Self.distance(px - x, py - y) - radius
    }
  }

  /// A circle, or with `upper` the half of it above its centre.
  mutating func ring(
    _ x: Double, _ y: Double, _ radius: Double, _ thickness: Double, _ colour: Colour, upper: Bool = false
  ) {
    draw(x - radius, y - radius, x + radius, upper ? y : y + radius, margin: thickness, colour) { px, py in
      if upper, py > y { return 1 }
      return abs(Self.distance(px - x, py - y) - radius) - thickness / 2
    }
  }

  /// - Parameter distance: of a point from the shape, in pixels; negative inside it.
  private mutating func draw(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, margin: Double, _ colour: Colour,
    distance: (Double, Double) -> Double
  ) {
    let columns = max(0, Int(left - margin))..<min(width, Int(right + margin) + 2)
    let position = position(of: colour)
    for y in max(0, Int(top - margin))..<min(height, Int(bottom + margin) + 2) {
      for x in columns {
        let share = Self.rounded(0.5 - distance(Double(x) + 0.5, Double(y) + 0.5))
        guard share > 0 else { continue }
        let offset = y * width + x
        pixels[offset] =
          share == 1 ? position : self.position(of: colours[Int(pixels[offset])].mixed(with: colour, share: share))
      }
    }
  }

  /// Where a colour is in the list, or once that is full the one most like it.
  private mutating func position(of colour: Colour) -> UInt8 {
    if let known = colours.firstIndex(of: colour) { return UInt8(known) }
    if colours.count < 256 {
      colours.append(colour)
      return UInt8(colours.count - 1)
    }
    return UInt8(colours.indices.min { colours[$0].distance(to: colour) < colours[$1].distance(to: colour) } ?? 0)
  }

  private static func distance(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  private static func rounded(_ share: Double) -> Double { (min(max(share, 0), 1) * steps).rounded() / steps }
}

extension Colour {
  fileprivate func mixed(with above: Colour, share: Double) -> Colour {
    func mix(_ below: UInt8, _ above: UInt8) -> UInt8 {
      UInt8((Double(below) * (1 - share) + Double(above) * share).rounded())
    }
    return Colour(red: mix(red, above.red), green: mix(green, above.green), blue: mix(blue, above.blue))
  }

  fileprivate func distance(to other: Colour) -> Int {
    [(red, other.red), (green, other.green), (blue, other.blue)].reduce(0) { sum, pair in
      let difference = Int(pair.0) - Int(pair.1)
      return sum + difference * difference
    }
  }
}
