internal import Content

extension RuleSet.TextRule {
  /// As a regular expression that RE2, Rust and Oniguruma read alike; it matches anywhere in the line.
  var pattern: String { pattern(any: Pattern.gap(.any)) }

  /// - Parameter any: What may stand where anything may.
  func pattern(any: String) -> String {
    var pattern = Pattern.literal(pieces[0])
    for (gap, piece) in zip(gaps, pieces.dropFirst()) {
      pattern += (gap == .any ? any : Pattern.gap(gap)) + Pattern.literal(piece)
    }
    return pattern
  }
}

enum Pattern {
  static func literal(_ text: String) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "^", "$", ".", "|", "?", "*", "+", "(", ")", "[", "]", "{", "}": pattern += "\\\(scalar)"
      case "\t": pattern += "\\t"
      // In every language these patterns are put into, a quotation mark would need an escape of that language's.
      case "'", "\"", "`": pattern += "\\x" + String(scalar.value, radix: 16)
      default: pattern.unicodeScalars.append(scalar)
      }
    }
    return pattern
  }

  static func gap(_ kind: SignatureText.Kind) -> String {
    switch kind {
    case .any: ".*?"
    case .number: "[0-9]+"
    case .word: "[^ ]+?"
    }
  }

  /// Whatever does not hold `text`, from the line's beginning on. RE2 has no look-ahead, so each beginning of `text` is
  /// followed by a character that does not continue it.
  static func before(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars.prefix(5))
    let steps = scalars.indices.map { index in
      literal(String(String.UnicodeScalarView(scalars[..<index]))) + "[^" + inClass(scalars[index]) + "]"
    }
    // What follows may itself continue a beginning of `text`.
    let starts = scalars.indices.dropFirst().map { literal(String(String.UnicodeScalarView(scalars[..<$0]))) }
    return "^(?:" + steps.joined(separator: "|") + ")*?(?:" + starts.joined(separator: "|") + ")?"
  }

  private static func inClass(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\", "]", "^", "-", "[": "\\\(scalar)"
    case "'", "\"", "`": "\\x" + String(scalar.value, radix: 16)
    default: String(scalar)
    }
  }
}
