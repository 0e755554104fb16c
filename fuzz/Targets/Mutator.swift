import CFuzzer

/// Changes of whole lines, blocks and words beside those of bytes, which seldom lead to another sound configuration.
struct Mutator {
  private var state: UInt64
  init(seed: UInt32) { state = UInt64(seed) | 1 << 40 }

  private mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, limit)
  }

  /// A part of the text with its end: a line, or from a line to the one that closes its last brace.
  private mutating func part(of text: [UInt8]) -> Range<Int> {
    let place = below(text.count + 1)
    let start = text[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    var (end, depth) = (start, 0)
    let takesBlock = below(2) == 0
    while end < text.count {
      if text[end] == UInt8(ascii: "{") { depth += 1 }
      if text[end] == UInt8(ascii: "}") { depth -= 1 }
      if text[end] == 0x0A, depth <= 0 || !takesBlock { break }
      end += 1
    }
    return start..<min(text.count, end + 1)
  }

  private mutating func word(of text: [UInt8]) -> Range<Int> {
    func isWord(_ byte: UInt8) -> Bool {
      byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x80
        || "_-./$".utf8.contains(byte)
    }
    guard !text.isEmpty else { return 0..<0 }
    var start = below(text.count)
    while start > 0, isWord(text[start - 1]) { start -= 1 }
    var end = start
    while end < text.count, isWord(text[end]) { end += 1 }
    return start..<max(end, min(text.count, start + 1))
  }

  /// - Parameter other: where parts and words are taken from.
  mutating func change(_ text: [UInt8], with other: [UInt8]) -> [UInt8] {
    var text = text
    for _ in 0...below(3) {
      switch below(6) {
      case 0: text.removeSubrange(part(of: text))
      case 1, 2:
        let new = Array(other[part(of: other)])
        text.insert(contentsOf: new, at: part(of: text).lowerBound)
      case 3: text.replaceSubrange(part(of: text), with: other[part(of: other)])
      case 4: text.replaceSubrange(word(of: text), with: other[word(of: other)])
      default:
        let new = Array(other[word(of: other)])
        text.insert(contentsOf: [0x20] + new, at: word(of: text).upperBound)
      }
    }
    return text
  }
}

@c(LLVMFuzzerCustomMutator)
func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ most: Int, _ seed: UInt32) -> Int {
  if seed % 2 == 0 { return LLVMFuzzerMutate(data, size, most) }
  let text = Array(UnsafeBufferPointer(start: data, count: size))
  var mutator = Mutator(seed: seed)
  return put(mutator.change(text, with: text), into: data, most)
}

@c(LLVMFuzzerCustomCrossOver)
func cross(
  _ first: UnsafePointer<UInt8>, _ firstSize: Int, _ second: UnsafePointer<UInt8>, _ secondSize: Int,
  _ output: UnsafeMutablePointer<UInt8>, _ most: Int, _ seed: UInt32
) -> Int {
  var mutator = Mutator(seed: seed)
  let text = Array(UnsafeBufferPointer(start: first, count: firstSize))
  return put(
    mutator.change(text, with: Array(UnsafeBufferPointer(start: second, count: secondSize))), into: output, most)
}

private func put(_ text: [UInt8], into data: UnsafeMutablePointer<UInt8>, _ most: Int) -> Int {
  let count = min(text.count, most)
  for index in 0..<count { data[index] = text[index] }
  return count
}
