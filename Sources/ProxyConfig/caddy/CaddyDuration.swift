/// Durations as Caddy writes them: `30s`, `1m30s`, `2d`, `1.5h` (Go's `time.ParseDuration` plus days).
enum CaddyDuration {
  private static let units: [(ByteText, Double)] = [
    ("ns", 1e-9), ("us", 1e-6), ("µs", 1e-6), ("μs", 1e-6), ("ms", 1e-3), ("s", 1), ("m", 60), ("h", 3600),
    ("d", 86_400),
  ]

  /// Seconds; nil when the text is no duration.
  static func seconds(_ text: ByteText) -> Double? {
    var rest = text
    var sign = 1.0
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      if first == UInt8(ascii: "-") { sign = -1 }
      rest = rest.from(1)
    }
    if rest == "0" { return 0 }
    guard !rest.isEmpty, rest.count < 100 else { return nil }
    var total = 0.0
    while !rest.isEmpty {
      let digits = rest.prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
      guard !digits.isEmpty, digits.contains(where: { $0 != UInt8(ascii: ".") }), digits.count(of: ".") < 2,
        let number = Double("0" + digits.string + "0")
      else { return nil }
      rest = rest.from(digits.count)
      let unit = ByteText(rest.bytes.prefix { !(0x30...0x39 ~= $0) && $0 != UInt8(ascii: ".") })
      guard let scale = units.first(where: { $0.0 == unit })?.1 else { return nil }
      rest = rest.from(unit.count)
      // "5" + "0" would be 50: only a fraction may be padded.
      total += (digits.contains(".") ? number : number / 10) * scale
    }
    return total < 9.2e9 ? sign * total : nil
  }
}
