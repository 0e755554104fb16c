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
    default: break
    }
    switch sample {
    case .client: return decider.choose(at: comparison.text, because: "the visitor's very address") == 1
    case .several(let several):
      let isSmall = comparison.ignoresCase
      let text = isSmall ? several.text.lowercased : several.text
      let tests = comparison.candidates.map { candidate -> TextTest? in
        guard case .text(let wanted) = candidate else { return nil }
        return several.test(isSmall ? wanted.lowercased : wanted, comparison.matching ?? .str)
      }
      guard tests.allSatisfy({ $0 != nil }) else {
        return decider.choose(at: comparison.text, because: "which of several values is meant") == 1
      }
      return isAny(tests.compactMap(\.self), of: text, "any \(comparison.text)", several.kind == .listed)
    default: return try matches(sample.text, comparison)
    }
  }

  private func matches(_ text: ByteText, _ comparison: Comparison) throws(Interruption) -> Bool {
    let text = comparison.ignoresCase && comparison.matching != .reg ? text.lowercased : text
    if text.isWatched {
      let matching = comparison.matching ?? .str
      if let known = matchesInParts(text, comparison, matching) { return known }
      let tests = comparison.candidates.compactMap { $0.test(matching, ignoresCase: comparison.ignoresCase) }
      return isAny(tests, of: text, "acl \(comparison.text)")
    }
    if comparison.matching == .reg {
      for case .pattern(let pattern) in comparison.candidates {
        switch pattern.firstMatch(in: text) {
        case .match: return true
        case .noMatch: continue
        case .gaveUp: throw .unknown("a regular expression takes too many steps")
        }
      }
      return false
    }
    return comparison.candidates.contains { candidate in
      guard case .text(let wanted) = candidate else { return false }
      return Self.compare(text, comparison.ignoresCase ? wanted.lowercased : wanted, comparison.matching ?? .str)
    }
  }

  /// Asks all candidates as one question; where nothing follows from the answer, both are tried.
  private func isAny(_ tests: [TextTest], of text: ByteText, _ name: String, _ isListed: Bool = false) -> Bool {
    if tests.isEmpty { return false }
    if text.isLost {
      return decider.choose(at: "\(name) \(text.wayHere)", because: "what becomes of \(text.wayHere)") == 1
    }
    return text.note(decider.watchedQuestion("\(name) \(isListed)", of: survey) { TextQuestion([tests]) }) != nil
  }

  /// Of host and path together each decides by itself: a host has no slash, a path begins with one. nil for other texts.
  private func matchesInParts(_ text: ByteText, _ comparison: Comparison, _ matching: Matching) -> Bool? {
    let (parts, slash) = (text.parts, UInt8(ascii: "/"))
    guard parts.count == 2, parts[0].isNever(slash), parts[1].constantStart == [slash],
      matching == .str || matching == .beg
    else { return nil }
    return comparison.candidates.contains { candidate in
      guard case .text(let written) = candidate else { return false }
      let wanted = comparison.ignoresCase ? written.lowercased : written
      guard wanted.contains(slash) else { return matching == .beg && parts[0].hasPrefix(wanted) }
      let path = "/" + wanted.after(slash)
      return parts[0] == wanted.before(slash) && (matching == .str ? parts[1] == path : parts[1].hasPrefix(path))
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
    let part = trimmed(wanted, of: marks).bytes[...]
    guard !part.isEmpty, part.count <= text.count else { return false }
    for start in 0...(text.count - part.count) where start == 0 || marks.contains(text[start - 1]) {
      let end = start + part.count
      if text.bytes[start..<end] == part, end == text.count || marks.contains(text[end]) { return true }
    }
    return false
  }

  /// The same as a test; nil for what is never there.
  static func partTest(_ wanted: ByteText, between delimiters: String) -> TextTest? {
    let part = trimmed(wanted, of: Array(delimiters.utf8))
    guard !part.isEmpty else { return nil }
    let marks = "[\(delimiters)]"
    return (try? Pattern(ByteText("(?:^|\(marks))\(TextTest.quoted(part))(?:\(marks)|$)"))).map { .matches($0) }
  }

  private static func trimmed(_ wanted: ByteText, of marks: [UInt8]) -> ByteText {
    var part = wanted.bytes[...]
    while let first = part.first, marks.contains(first) { part = part.dropFirst() }
    while let last = part.last, marks.contains(last) { part = part.dropLast() }
    return ByteText(part)
  }
}

extension Comparison.Candidate {
  fileprivate func isTruth(_ truth: Bool) -> Bool {
    guard case .text(let text) = self else { return false }
    return ["true", "yes", "on", "1"].contains(text.string) == truth
  }

  /// What it asks of a text; nil for what no text is.
  fileprivate func test(_ matching: Matching, ignoresCase: Bool) -> TextTest? {
    switch self {
    case .pattern(let pattern): return .matches(pattern)
    case .range, .network: return nil
    case .text(let written):
      let wanted = ignoresCase ? written.lowercased : written
      return TextTest(wanted, matching)
    }
  }
}

extension TextTest {
  /// What a way to match asks of a text; nil for what no text is.
  init?(_ wanted: ByteText, _ matching: Matching) {
    switch matching {
    case .beg: self = .prefix(wanted.bytes)
    case .end: self = .suffix(wanted.bytes)
    case .sub: self = .contains(wanted.bytes)
    case .dir, .dom:
      guard let test = Exchange.partTest(wanted, between: matching == .dir ? "/?" : "/?.:") else { return nil }
      self = test
    default: self = .equals(wanted.bytes)
    }
  }
}

extension Exchange {
  /// Notes which of a few names a text is that is made of the request.
  func noteName(_ text: ByteText, among what: String, _ names: [String]) {
    guard text.isWatched else { return }
    text.note(decider.watchedQuestion(what, of: survey) { TextQuestion(names.map { [.equals(Array($0.utf8))] }) })
  }
}
