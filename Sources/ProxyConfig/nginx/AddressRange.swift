/// An IPv4 or IPv6 network, as `allow`, `deny` and `geo` take it.
public struct AddressRange: Sendable, Equatable {
  private let bytes: [UInt8]
  /// Its first address: that of the network, if it was written so.
  var first: [UInt8] { bytes }
  /// How many leading bits count.
  public let bits: Int

  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1)
    guard let first = parts.first, let address = Self.bytes(String(first)) else { return nil }
    bytes = address
    if parts.count == 1 {
      bits = address.count * 8
    } else {
      guard let length = Int(parts[1]), 0...address.count * 8 ~= length else { return nil }
      bits = length
    }
  }

  /// Whether an address is inside; nil when it is no address.
  public func contains(_ text: String) -> Bool? {
    Self.bytes(text).map(contains)
  }

  public func contains(_ other: [UInt8]) -> Bool {
    guard other.count == bytes.count else { return false }
    for bit in 0..<bits {
      let mask = UInt8(0x80) >> UInt8(bit % 8)
      if bytes[bit / 8] & mask != other[bit / 8] & mask { return false }
    }
    return true
  }

  /// The 4 or 16 bytes of an address; nil when the text is none.
  public static func bytes(_ text: String) -> [UInt8]? {
    if !text.contains(":") {
      // A number that is left out is zero (`ngx_inet_addr`).
      let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { $0.isEmpty ? 0 : UInt8($0) }
      let bytes = parts.compactMap(\.self)
      return parts.count == 4 && bytes.count == 4 ? bytes : nil
    }
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    func groups(_ half: Substring) -> [UInt16]? {
      let parts = half.split(separator: ":").map { UInt16($0, radix: 16) }
      let values = parts.compactMap(\.self)
      return values.count == parts.count ? values : nil
    }
    guard let head = halves.first.flatMap(groups), let tail = halves.count == 2 ? groups(halves[1]) : [] else {
      return nil
    }
    let missing = 8 - head.count - tail.count
    guard halves.count == 2 ? missing > 0 : missing == 0 else { return nil }
    let all = head + Array(repeating: 0, count: missing) + tail
    return all.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }
}

extension AddressRange {
  /// A few addresses inside: the first ones and one in the middle, as they are written.
  public var examples: [String] {
    var found: [[UInt8]] = []
    for offset in [1, 0, 2] where bits <= bytes.count * 8 - 2 || offset == 0 {
      var address = bytes
      address[address.count - 1] = address[address.count - 1] &+ UInt8(offset)
      if contains(address) { found.append(address) }
    }
    if bits < bytes.count * 8 - 1 {
      var middle = bytes
      middle[bits / 8] |= UInt8(0x80) >> UInt8(bits % 8)
      middle[bytes.count - 1] |= 5
      if contains(middle) { found.append(middle) }
    }
    return found.map(Self.text)
  }

  private static func text(_ bytes: [UInt8]) -> String {
    if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
    return stride(from: 0, to: 16, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
      .joined(separator: ":")
  }
}
