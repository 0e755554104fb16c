internal import Foundation

/// A colour in OKLab, where equal distances look about equally different (Björn Ottosson, "A perceptual color space for
/// image processing"; CSS Color 4, section 9).
struct OKLab: Hashable {
  /// 0 for black to 1 for white.
  var lightness: Double
  var a: Double
  var b: Double

  init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  init(_ colour: Colour) {
    let (red, green, blue) = (Colour.linear(colour.red), Colour.linear(colour.green), Colour.linear(colour.blue))
    let l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
  }

  func distance(to other: OKLab) -> Double {
    let (l, a, b) = (lightness - other.lightness, a - other.a, b - other.b)
    return (l * l + a * a + b * b).squareRoot()
  }

  /// The colour, or nil where a screen of sRGB cannot show it.
  var colour: Colour? {
    let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    guard let red = Colour.channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
      let green = Colour.channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
      let blue = Colour.channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
    else { return nil }
    return Colour(red: red, green: green, blue: blue)
  }

  /// The most colourful colour of this lightness and hue that a screen can show, at most as colourful as this one.
  var shown: Colour {
    for step in 0...100 {
      let share = 1 - Double(step) / 100
      if let colour = OKLab(lightness: lightness, a: a * share, b: b * share).colour { return colour }
    }
    return lightness < 0.5 ? .black : .white
  }

  private func cube(_ value: Double) -> Double { value * value * value }
}
