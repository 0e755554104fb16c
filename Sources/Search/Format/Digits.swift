/// Numbers as printable characters: digits to base 45, low digit first, from the 90 characters `#`…`~` without `<` and
/// `\`, which JSON strings may not hold or should not.
enum Digits {
  static let base = 45

  static func append(_ number: Int, to output: inout [UInt8]) {
    var rest = number
    while rest >= base {
      output.append(character(base + rest % base))
      rest /= base
    }
    output.append(character(rest))
  }

  /// The character of a value below 90.
  static func character(_ value: Int) -> UInt8 { UInt8(value + (value < 25 ? 35 : value < 56 ? 36 : 37)) }

  static func value(_ character: UInt8) -> Int {
    Int(character) - (character < 60 ? 35 : character < 92 ? 36 : 37)
  }

  /// The number that starts at `index`, which moves behind it; nil where there is none.
  static func read(_ bytes: ArraySlice<UInt8>, _ index: inout Int) -> Int? {
    var number = 0
    var factor = 1
    while index < bytes.endIndex, factor < 1 << 40 {
      let digit = value(bytes[index])
      index += 1
      if digit < base { return number + factor * digit }
      number += factor * (digit - base)
      factor *= base
    }
    return nil
  }

  /// Small values, one character each; larger ones are taken for the largest.
  static func text(_ values: some Sequence<Int>) -> String {
    String(decoding: values.map { character(min(max($0, 0), 89)) }, as: UTF8.self)
  }
}
