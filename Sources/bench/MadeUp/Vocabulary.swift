import Foundation

/// Words by the law of Zipf and Mandelbrot: a few everywhere, most of them rarely.
struct Vocabulary {
  static let technical = """
    upstream gateway socket timeout buffer header cookie session worker pool backlog queue retry probe resolver cache
    certificate handshake listener balancer replica container volume kernel process signal thread latency throughput
    """.split(whereSeparator: \.isWhitespace).map(String.init)
  private static let common = """
    the of and to in a is that for it as was with be by on not this are or from at which but has have an had they you
    were their one all we can her there been if more when will would who so no server proxy request answer error log
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  private let words: [String]
  /// The weights of each word and all before it.
  private let sums: [Int]

  init() {
    var dice = Dice(seed: 1)
    let onsets = ["b", "cl", "d", "fr", "g", "h", "k", "l", "m", "n", "p", "qu", "r", "st", "t", "v", "w", "z"]
    let vowels = ["a", "e", "i", "o", "u", "ai", "ou"]
    var words = Self.common + Self.technical
    while words.count < 20_000 {
      words.append((0..<dice.between(2, 4)).map { _ in dice.pick(onsets) + dice.pick(vowels) }.joined())
    }
    self.words = words
    var sum = 0
    sums = words.indices.map { rank in
      sum += 1_000_000_000 / (10 * rank + 27)
      return sum
    }
  }

  /// Words of running text, without a mark at the end.
  func phrase(_ dice: inout Dice, _ low: Int, _ high: Int) -> String {
    let words = (0..<dice.between(low, high)).map { _ in word(&dice) }
    return (words.first?.capitalized ?? "") + " " + words.dropFirst().joined(separator: " ")
  }

  func sentence(_ dice: inout Dice, _ low: Int, _ high: Int) -> String { phrase(&dice, low, high) + "." }

  private func word(_ dice: inout Dice) -> String {
    let draw = dice.below(sums[sums.count - 1])
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] > draw { high = middle } else { low = middle + 1 }
    }
    return words[low]
  }
}
