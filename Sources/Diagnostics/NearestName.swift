/// Finds the real name somebody probably meant.
public enum NearestName {
  /// The candidate closest to `name`, or nil when none is close enough to be worth suggesting: at most a third of the
  /// longer name's letters may differ. Case is ignored; among equals the first candidate wins.
  ///
  /// - Parameter most: how many letters may differ at most, where a wrong suggestion would do harm.
  public static func of(_ name: String, among candidates: some Sequence<String>, within most: Int = .max) -> String? {
    guard let pattern = LetterPattern(name) else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let letters = LetterPattern.letters(candidate)
      guard let distance = pattern.distance(to: letters, within: min(most, (best?.distance ?? .max) - 1)) else {
        continue
      }
      best = (candidate, distance)
    }
    return best?.name
  }
}

/// Names of which the nearest is asked for again and again, by thousands of dead links for instance.
public struct NameList: Sendable {
  private let letters: [[Unicode.Scalar]]
  /// All names one after the other, each with a line break behind it, and where each begins.
  private let text: [UInt8]
  private let starts: [Int]

  public init(_ names: [String]) {
    letters = names.map(LetterPattern.letters)
    var text: [UInt8] = []
    starts = names.map { name in
      defer { text += Array(name.utf8) + [UInt8(ascii: "\n")] }
      return text.count
    }
    self.text = text
  }

  /// The place of the name that `NearestName.of` would choose.
  public func nearest(to name: String) -> Int? {
    guard let pattern = LetterPattern(name) else { return nil }
    var best: (index: Int, distance: Int)?
    for (index, letters) in letters.enumerated() {
      guard let distance = pattern.distance(to: letters, within: (best?.distance ?? .max) - 1) else { continue }
      best = (index, distance)
    }
    return best?.index
  }

  /// The place of the first name that has `part` in it.
  public func first(containing part: String) -> Int? {
    let part = Array(part.utf8)
    guard !part.contains(UInt8(ascii: "\n")), let found = offset(of: part) else { return nil }
    return starts.lastIndex { $0 <= found }
  }

  private func offset(of part: [UInt8]) -> Int? {
    text.withUnsafeBufferPointer { text in
      guard let first = part.first, text.count >= part.count else { return nil }
      return (0...text.count - part.count).first { start in
        text[start] == first && part.indices.allSatisfy { text[start + $0] == part[$0] }
      }
    }
  }
}

/// A name prepared for being compared with many.
///
/// The distance is that of optimal string alignment: edits that turn one word into the other, a swap of two neighbours
/// counting once. A column of its table is two bits a letter, so that a step does a whole column (Hyyrö, "A bit-vector
/// algorithm for computing Levenshtein and Damerau edit distances", 2003).
struct LetterPattern {
  private let count: Int
  private var places: [Unicode.Scalar: UInt128] = [:]

  /// Nil for a name so long that nobody means another by it.
  init?(_ name: String) {
    let letters = Self.letters(name)
    guard letters.count <= UInt128.bitWidth else { return nil }
    count = letters.count
    for (index, letter) in letters.enumerated() { places[letter, default: 0] |= 1 << UInt128(index) }
  }

  static func letters(_ name: String) -> [Unicode.Scalar] { Array(name.lowercased().unicodeScalars) }

  /// Nil when the words differ in more than `most` letters, or in more than a third of the longer one's.
  func distance(to other: [Unicode.Scalar], within most: Int) -> Int? {
    let allowed = min(most, max(1, max(count, other.count) / 3))
    guard abs(count - other.count) <= allowed else { return nil }
    guard count > 0 else { return other.count }
    let last = UInt128(1) << UInt128(count - 1)
    var (positive, negative, diagonal, before) = (UInt128.max, UInt128(0), UInt128(0), UInt128(0))
    var distance = count
    for (index, letter) in other.enumerated() {
      let here = places[letter] ?? 0
      let swaps = ((~diagonal & here) << 1) & before
      diagonal = (((here & positive) &+ positive) ^ positive) | here | negative | swaps
      var (up, down) = (negative | ~(diagonal | positive), diagonal & positive)
      if up & last != 0 { distance += 1 }
      if down & last != 0 { distance -= 1 }
      // Each letter that is left can make it one less at best.
      if distance - (other.count - index - 1) > allowed { return nil }
      (up, down) = (up << 1 | 1, down << 1)
      (positive, negative) = (down | ~(diagonal | up), up & diagonal)
      before = here
    }
    return distance <= allowed ? distance : nil
  }
}
