import ProxyConfig

/// IP addresses as bytes.
enum CaddyAddressRange {
  static func bytes(_ text: ByteText) -> [UInt8]? {
    if !text.contains(":") {
      let parts = text.pieces(".").compactMap(\.number)
      return parts.count == 4 && parts.allSatisfy { $0 < 256 } ? parts.map { UInt8($0) } : nil
    }
    let halves = text.pieces("::")
    guard halves.count <= 2 else { return nil }
    guard let front = groups(halves[0]), let back = halves.count == 2 ? groups(halves[1]) : [] else { return nil }
    let missing = 8 - front.count - back.count
    guard halves.count == 2 ? missing > 0 : missing == 0 else { return nil }
    let all: [UInt16] = front + [UInt16](repeating: 0, count: missing) + back
    return all.flatMap { (group: UInt16) -> [UInt8] in [UInt8(group >> 8), UInt8(group & 255)] }
  }

  private static func groups(_ text: ByteText) -> [UInt16]? {
    if text.isEmpty { return [] }
    var all: [UInt16] = []
    for piece in text.pieces(":") {
      guard let group = UInt16(piece.string, radix: 16) else { return nil }
      all.append(group)
    }
    return all
  }
}
