import ProxyConfig

/// The `Range` header (Go's `parseRange`).
enum CaddyRange: Hashable {
  case whole
  case one(Range<Int>)
  case several
  case outside
  case malformed

  static func parse(_ text: ByteText, size: Int) -> CaddyRange {
    guard text.hasPrefix("bytes=") else { return .malformed }
    var ranges: [Range<Int>] = []
    var isOutside = false
    for piece in text.from(6).pieces(",") {
      let piece = piece.trimmed
      if piece.isEmpty { continue }
      guard let (start, end) = piece.cut("-") else { return .malformed }
      let (first, last) = (start.trimmed, end.trimmed)
      if first.isEmpty {
        guard let length = last.number else { return .malformed }
        ranges.append(max(0, size - length)..<size)
        continue
      }
      guard let from = first.number else { return .malformed }
      guard last.isEmpty || last.number.map({ $0 >= from }) ?? false else { return .malformed }
      if from >= size {
        isOutside = true
        continue
      }
      ranges.append(from..<min(size, last.isEmpty ? size : (last.number ?? size) + 1))
    }
    if ranges.isEmpty { return isOutside ? size == 0 ? .whole : .outside : .whole }
    if ranges.reduce(0, { $0 + $1.count }) > size { return .whole }
    return ranges.count == 1 ? .one(ranges[0]) : .several
  }
}
