internal import Foundation

/// Makes spellings of a word equal: case, accents, compatibility forms. The browser's `fold` in `tokens.js` does the same.
enum Folding {
  /// `word` in lower case and composed form (NFC), its accents kept.
  static func exact(_ word: String) -> String {
    if word.utf8.allSatisfy({ $0 < 0x80 }) { return word.lowercased() }
    return word.lowercased().precomposedStringWithCanonicalMapping
  }

  /// What the index knows `exact` as.
  static func folded(_ exact: String) -> String {
    if exact.utf8.allSatisfy({ $0 < 0x80 }) { return exact }
    var scalars = String.UnicodeScalarView()
    for scalar in exact.decomposedStringWithCompatibilityMapping.unicodeScalars where !isMark(scalar.value) {
      if let spelling = spellings[scalar] {
        scalars.append(contentsOf: spelling.unicodeScalars)
      } else {
        scalars.append(scalar)
      }
    }
    return String(scalars).precomposedStringWithCanonicalMapping
  }

  /// Marks that readers leave out: combining accents, Hebrew points, Arabic vowel signs and the tatweel.
  static func isMark(_ value: UInt32) -> Bool {
    switch value {
    case 0x300...0x36F, 0x591...0x5BD, 0x5BF...0x5C7, 0x610...0x61A, 0x640, 0x64B...0x65F, 0x670: true
    default: false
    }
  }

  /// Letters that no decomposition takes apart.
  private static let spellings: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ς": "σ", "ى": "ي",
  ]
}
