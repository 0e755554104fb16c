internal import Foundation

/// A colour as browsers are told it: three channels of eight bits in sRGB.
public struct Colour: Sendable, Hashable {
  public let red: UInt8
  public let green: UInt8
  public let blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads `#rrggbb` or `#rgb`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    var digits: [UInt8] = []
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    for byte in text.utf8.dropFirst() {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      digits.append(UInt8(digit))
    }
    switch digits.count {
    case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
    case 6:
      self.init(
        red: digits[0] * 16 + digits[1], green: digits[2] * 16 + digits[3], blue: digits[4] * 16 + digits[5])
    default: return nil
    }
  }

  public static let white = Colour(red: 255, green: 255, blue: 255)
  public static let black = Colour(red: 0, green: 0, blue: 0)

  /// `#rrggbb`.
  public var hex: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Relative luminance, 0 for black to 1 for white (WCAG 2.2, "relative luminance").
  public var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// Contrast ratio with another colour, 1 to 21 (WCAG 2.2, "contrast ratio").
  public func contrast(with other: Colour) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The channel's share of light, 0 to 1, without the transfer curve (IEC 61966-2-1).
  static func linear(_ channel: UInt8) -> Double {
    let value = Double(channel) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The channel for a share of light; nil outside 0 to 1, give or take half a step.
  static func channel(_ linear: Double) -> UInt8? {
    let value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
    let scaled = (value * 255).rounded()
    return (0...255).contains(scaled) ? UInt8(scaled) : nil
  }
}
