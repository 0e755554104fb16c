extension String {
  /// The text with every `part`, found byte by byte, replaced by `other`.
  ///
  /// The standard library's `replacing` looks for characters, whatever scalars they are written with, and takes a hundred
  /// times as long: too long for what every page asks for.
  public func substituting(_ part: String, by other: String) -> String {
    let wanted = Array(part.utf8)
    guard let first = wanted.first else { return self }
    var text = self
    return text.withUTF8 { bytes -> String? in
      var result: [UInt8] = []
      var (copied, place) = (0, 0)
      while place + wanted.count <= bytes.count {
        if bytes[place] == first, bytes[place..<place + wanted.count].elementsEqual(wanted) {
          result += bytes[copied..<place]
          result += other.utf8
          place += wanted.count
          copied = place
        } else {
          place += 1
        }
      }
      guard copied > 0 else { return nil }
      result += bytes[copied...]
      return String(decoding: result, as: UTF8.self)
    } ?? self
  }
}
