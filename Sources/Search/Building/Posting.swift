/// A term on a page.
struct Posting: Sendable {
  let page: Int32
  /// `6 × field + step`.
  let payload: UInt8

  static let steps = 6
  static let payloads = 0..<Field.allCases.count * steps
  /// BM25's saturation and length normalisation (Robertson and Zaragoza, “The Probabilistic Relevance Framework”, 3.5).
  static let k1 = 1.6
  static let b = 0.5

  init(page: Int, field: Field, frequency: Double, length: Int, averageLength: Double) {
    self.init(
      page: page,
      payload: Self.payload(field: field, frequency: frequency, length: length, averageLength: averageLength))
  }

  static func payload(field: Field, frequency: Double, length: Int, averageLength: Double) -> UInt8 {
    let normal = 1 - b + b * Double(length) / averageLength
    let saturated = frequency / (frequency + k1 * normal)
    let step = min(steps - 1, Int(saturated * Double(steps)))
    return UInt8(field.rawValue * steps + step)
  }

  init(page: Int, payload: UInt8) {
    self.page = Int32(page)
    self.payload = payload
  }

  var isInTextAlone: Bool { payload < Self.steps }
  var step: Int { Int(payload) % Self.steps }
}
