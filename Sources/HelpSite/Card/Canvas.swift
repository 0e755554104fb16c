internal import Theme

/// A picture that strokes and discs are drawn on, with smooth edges.
///
/// Every shape is told by the distance of a point from its outline, so that the share of a pixel it covers is that
/// distance, cut off half a pixel to either side.
struct Canvas {
  let width: Int
  let height: Int
  /// Red, green and blue of each pixel, row by row.
  private(set) var pixels: [UInt8]

  init(width: Int, height: Int, _ ground: Colour) {
    (self.width, self.height) = (width, height)
    pixels = [UInt8](repeating: 0, count: width * height * 3)
    fill(0, 0, width, height, ground)
  }

  /// A rectangle of whole pixels, given by two of its corners.
  mutating func fill(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int, _ colour: Colour) {
    for y in max(0, top)..<min(height, bottom) {
      var offset = (y * width + max(0, left)) * 3
      for _ in max(0, left)..<min(width, right) {
        (pixels[offset], pixels[offset + 1], pixels[offset + 2]) = (colour.red, colour.green, colour.blue)
        offset += 3
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
    for y in max(0, Int(top - margin))..<min(height, Int(bottom + margin) + 2) {
      for x in columns {
        let share = min(max(0.5 - distance(Double(x) + 0.5, Double(y) + 0.5), 0), 1)
        guard share > 0 else { continue }
        let offset = (y * width + x) * 3
        pixels[offset] = Self.mix(pixels[offset], colour.red, share)
        pixels[offset + 1] = Self.mix(pixels[offset + 1], colour.green, share)
        pixels[offset + 2] = Self.mix(pixels[offset + 2], colour.blue, share)
      }
    }
  }

  private static func distance(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  private static func mix(_ below: UInt8, _ above: UInt8, _ share: Double) -> UInt8 {
    UInt8((Double(below) * (1 - share) + Double(above) * share).rounded())
  }
}
