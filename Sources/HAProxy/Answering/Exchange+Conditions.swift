import ProxyConfig
import Trace

/// Whether conditions hold.
extension Exchange {
  mutating func holds(_ condition: Condition?) throws(Interruption) -> Bool {
    guard let condition else { return true }
    for alternative in condition.alternatives {
      var isMet = true
      for term in alternative where isMet {
        var matches = false
        for comparison in term.comparisons where !matches { matches = try holds(comparison) }
        isMet = matches != term.isNegated
      }
      // An alternative without terms holds.
      if isMet { return !condition.isUnless }
    }
    return condition.isUnless
  }

  private mutating func holds(_ comparison: Comparison) throws(Interruption) -> Bool {
    for sample in try samples(comparison.expression) {
      if case .open(let reason) = sample {
        if decider.choose(at: comparison.text, because: reason) == 1 { return true }
      } else if try matches(sample, comparison) {
        return true
      } else if let list = comparison.unseenList {
        if decider.choose(at: comparison.text, because: "what is in \(list)") == 1 { return true }
      }
    }
    return false
  }

  private func matches(_ sample: Sample, _ comparison: Comparison) throws(Interruption) -> Bool {
    switch comparison.matching {
    case .found: return true
    case .bool:
      let truth = sample.number != 0
      if comparison.candidates.isEmpty { return truth }
      return comparison.candidates.contains { $0.isTruth(truth) }
    case .int, .len:
      let number = comparison.matching == .len ? sample.text.count : sample.number
      guard let number else { return false }
      return comparison.candidates.contains { if case .range(let range) = $0 { range.contains(number) } else { false } }
    case .ip:
      let address = sample.text.string
      return comparison.candidates.contains {
        if case .network(let network) = $0 { network.contains(address) == true } else { false }
      }
    case .reg:
      for case .pattern(let pattern) in comparison.candidates {
        switch pattern.firstMatch(in: sample.text) {
        case .match: return true
        case .noMatch: continue
        case .gaveUp: throw .unknown("a regular expression takes too many steps")
        }
      }
      return false
    default:
      let text = comparison.ignoresCase ? sample.text.lowercased : sample.text
      return comparison.candidates.contains { candidate in
        guard case .text(let wanted) = candidate else { return false }
        return Self.compare(text, comparison.ignoresCase ? wanted.lowercased : wanted, comparison.matching ?? .str)
      }
    }
  }

  private static func compare(_ text: ByteText, _ wanted: ByteText, _ matching: Matching) -> Bool {
    switch matching {
    case .beg: text.hasPrefix(wanted)
    case .end: text.hasSuffix(wanted)
    case .sub: text.contains(wanted)
    case .dir: hasPart(text, wanted, between: "/?")
    case .dom: hasPart(text, wanted, between: "/?.:")
    default: text == wanted
    }
  }

  /// Whether a text has another one between delimiters or its ends (`match_word`).
  static func hasPart(_ text: ByteText, _ wanted: ByteText, between delimiters: String) -> Bool {
    let marks = Array(delimiters.utf8)
    var part = wanted.bytes[...]
    while let first = part.first, marks.contains(first) { part = part.dropFirst() }
    while let last = part.last, marks.contains(last) { part = part.dropLast() }
    guard !part.isEmpty, part.count <= text.count else { return false }
    for start in 0...(text.count - part.count) where start == 0 || marks.contains(text[start - 1]) {
      let end = start + part.count
      if text.bytes[start..<end] == part, end == text.count || marks.contains(text[end]) { return true }
    }
    return false
  }
}

extension Comparison.Candidate {
  fileprivate func isTruth(_ truth: Bool) -> Bool {
    guard case .text(let text) = self else { return false }
    return ["true", "yes", "on", "1"].contains(text.string) == truth
  }
}

extension ByteText {
  /// Whether another text is somewhere in this one; the empty one is everywhere.
  func contains(_ other: ByteText) -> Bool {
    guard !other.isEmpty else { return true }
    guard other.count <= count else { return false }
    return (0...(count - other.count)).contains { bytes[$0..<($0 + other.count)].elementsEqual(other.bytes) }
  }
}
