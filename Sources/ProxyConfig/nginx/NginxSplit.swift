/// A `split_clients` block: visitors dealt out by a hash (`ngx_http_split_clients_module.c`).
public struct NginxSplit: Sendable {
  /// The variable, without its dollar sign and in small letters.
  public let variable: String
  public let source: NginxText
  public let directive: Directive
  /// The hash up to which a value is given; nil for the rest.
  private let parts: [(limit: UInt32?, value: ByteText)]

  init?(_ directive: Directive) {
    guard let source = directive.argument(1), let target = directive.argument(2), target.first == UInt8(ascii: "$"),
      let block = directive.block?.expanded
    else { return nil }
    self.directive = directive
    self.source = NginxText(source)
    variable = target.from(1).string.lowercased()
    var parts: [(limit: UInt32?, value: ByteText)] = []
    var sum: UInt32 = 0
    for line in block where line.words.count == 2 && line.included == nil {
      guard let value = line.argument(1), let key = line.words.first?.bytes else { continue }
      if key == "*" {
        parts.append((nil, value))
        continue
      }
      guard key.last == UInt8(ascii: "%"), let share = Self.hundredths(key.upTo(key.count - 1)) else { continue }
      // The last part takes what rounding leaves, as in nginx.
      let (grown, isOver) = sum.addingReportingOverflow(UInt32(clamping: UInt64(share) * 0xFFFF_FFFF / 10_000))
      sum = isOver ? .max : grown
      parts.append((sum, value))
    }
    self.parts = parts
  }

  /// "12.5" as 1250 (`ngx_atofp` with two digits); nothing at all is 0, which nobody may write.
  static func hundredths(_ text: ByteText) -> Int? {
    let halves = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let decimals: [UInt8] = halves.count == 2 ? Array(halves[1]) : []
    guard decimals.count <= 2 else { return nil }
    // Either side of the dot may be empty.
    let missing = [UInt8](repeating: UInt8(ascii: "0"), count: 2 - decimals.count)
    return ByteText(Array(halves[0]) + decimals + missing).number
  }

  public func value(for text: ByteText) -> ByteText {
    let hash = Self.murmur2(text.bytes)
    for part in parts {
      guard let limit = part.limit else { return part.value }
      if hash < limit { return part.value }
    }
    return ""
  }

  public var results: [ByteText] {
    var all: [ByteText] = parts.contains { $0.limit == nil } ? [] : [""]
    for part in parts where !all.contains(part.value) { all.append(part.value) }
    return all
  }

  /// MurmurHash2 with nginx's seed (`ngx_murmur_hash2`).
  static func murmur2(_ data: [UInt8]) -> UInt32 {
    let factor: UInt32 = 0x5BD1_E995
    var hash = UInt32(truncatingIfNeeded: data.count)
    var index = 0
    while index + 4 <= data.count {
      var word =
        UInt32(data[index]) | UInt32(data[index + 1]) << 8 | UInt32(data[index + 2]) << 16 | UInt32(data[index + 3])
        << 24
      word = word &* factor
      word ^= word >> 24
      word = word &* factor
      hash = hash &* factor ^ word
      index += 4
    }
    let rest = data.count - index
    if rest >= 3 { hash ^= UInt32(data[index + 2]) << 16 }
    if rest >= 2 { hash ^= UInt32(data[index + 1]) << 8 }
    if rest >= 1 {
      hash ^= UInt32(data[index])
      hash = hash &* factor
    }
    hash ^= hash >> 13
    hash = hash &* factor
    return hash ^ hash >> 15
  }
}
