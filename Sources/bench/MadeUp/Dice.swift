/// Random draws that are the same on every machine and with every version of Swift (SplitMix64; Steele, Lea and Flood,
/// "Fast splittable pseudorandom number generators", 2014).
struct Dice {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, but not including, `limit`.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func between(_ low: Int, _ high: Int) -> Int { low + below(high - low + 1) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
