extension Languages {
  /// The texts that an expression matches somewhere; nil where that is no regular language, or none that is easily told:
  /// back references, look-behind, atomic groups, word edges.
  public func texts(matching pattern: Pattern) -> Language? {
    if let known = patterns[pattern.text]?[pattern.ignoresCase] { return known }
    let language = texts(matching: pattern, group: nil)
    patterns[pattern.text, default: [:]][pattern.ignoresCase] = .some(language)
    return language
  }

  /// The same where a group is to be a word of a language. An expression that can read a text in several ways is taken to
  /// read it in any of them, so that there may be texts too many.
  func texts(matching pattern: Pattern, group: (number: Int, language: Language)?) -> Language? {
    let key = group.map { PatternGroup(pattern: pattern, number: $0.number, language: $0.language) }
    if let key, let known = patternsOfGroups[key] { return known }
    let language = read(pattern, group: group)
    if let key { patternsOfGroups[key] = .some(language) }
    return language
  }

  private func read(_ pattern: Pattern, group: (number: Int, language: Language)?) -> Language? {
    var reader = PatternReader(pattern.text.storage, ignoresCase: pattern.ignoresCase)
    guard var tree = try? reader.read() else { return nil }
    if group != nil, tree.takesTheRest { tree = .sequence([tree, .assertion(.end)]) }
    var parts = PatternParts(self, group: group)
    guard let found = parts.language(of: tree, then: everything) else { return nil }
    if let group, !parts.hasUsedGroup, group.number > 0 { return nil }
    let wholeText = sequence([mark(Self.begin), all, mark(Self.end)])
    let marked = both([sequence(everything, found), wholeText])
    return before([Self.end], derivative(marked, Self.begin))
  }
}

/// A group of an expression that is to be a word of a language.
struct PatternGroup: Hashable {
  private let text: ByteText
  private let ignoresCase: Bool
  private let number: Int
  private let language: Language

  init(pattern: Pattern, number: Int, language: Language) {
    (text, ignoresCase) = (pattern.text, pattern.ignoresCase)
    (self.number, self.language) = (number, language)
  }
}

/// An expression as a language, from its end to its beginning.
private struct PatternParts {
  private let languages: Languages
  private let group: (number: Int, language: Language)?
  private(set) var hasUsedGroup = false

  init(_ languages: Languages, group: (number: Int, language: Language)?) {
    (self.languages, self.group) = (languages, group)
  }

  /// What matches, and is followed by a language.
  mutating func language(of tree: PatternTree, then rest: Language) -> Language? {
    switch tree {
    case .empty: return rest
    case .set(let set): return languages.sequence(languages.set(set), rest)
    case .sequence(let parts):
      var result = rest
      for part in parts.reversed() {
        guard let language = language(of: part, then: result) else { return nil }
        result = language
      }
      return result
    case .choice(let ways):
      var all: [Language] = []
      for way in ways {
        guard let language = language(of: way, then: rest) else { return nil }
        all.append(language)
      }
      return languages.either(all)
    case .group(let number, let inner):
      guard let group, group.number == number else { return language(of: inner, then: rest) }
      guard !hasUsedGroup, let own = language(of: inner) else { return nil }
      hasUsedGroup = true
      return languages.sequence(languages.both([own, group.language]), rest)
    case .look(let inner, let isBehind, let isNegative):
      guard !isBehind, let ahead = language(of: inner, then: languages.everything) else { return nil }
      return languages.both([rest, isNegative ? languages.not(ahead) : ahead])
    case .repeated(let inner, let least, let most, _):
      // An optional part may hold what only stands between others.
      if least == 0, most == 1 {
        guard group == nil || !inner.hasGroups, let once = language(of: inner, then: rest) else { return nil }
        return languages.either([once, rest])
      }
      guard least <= 64, most ?? 0 <= 64, group == nil || !inner.hasGroups, let one = language(of: inner) else {
        return nil
      }
      var result = most == nil ? languages.sequence(languages.many(one), rest) : rest
      for _ in 0..<((most ?? least) - least) {
        result = languages.either([languages.sequence(one, result), rest])
      }
      for _ in 0..<least { result = languages.sequence(one, result) }
      return result
    case .assertion(.start): return languages.sequence(languages.mark(Languages.begin), rest)
    case .assertion(.end): return languages.both([rest, languages.mark(Languages.end)])
    case .assertion(.endBeforeNewline):
      let end = languages.mark(Languages.end)
      let newline = languages.sequence(languages.word([0x0A]), end)
      return languages.both([rest, languages.either([end, newline])])
    case .atomic, .assertion, .backReference, .keepOut: return nil
    }
  }

  /// What matches, by itself; nil where it looks at what is around it.
  private mutating func language(of tree: PatternTree) -> Language? {
    tree.looksAround ? nil : language(of: tree, then: languages.empty)
  }
}

extension PatternTree {
  /// Whether it ends in a greedy `.*`, so that nothing is left of a text of one line.
  fileprivate var takesTheRest: Bool {
    switch self {
    case .repeated(.set(let set), _, nil, isLazy: false): (0...255).allSatisfy { $0 == 0x0A || set.contains(UInt8($0)) }
    case .group(_, let inner): inner.takesTheRest
    case .sequence(let parts): parts.last?.takesTheRest ?? false
    default: false
    }
  }

  fileprivate var looksAround: Bool {
    switch self {
    case .look, .assertion, .keepOut, .backReference, .atomic: true
    case .empty, .set: false
    case .sequence(let parts), .choice(let parts): parts.contains(where: \.looksAround)
    case .group(_, let inner), .repeated(let inner, _, _, _): inner.looksAround
    }
  }

  fileprivate var hasGroups: Bool {
    switch self {
    case .group: true
    case .empty, .set, .assertion, .keepOut, .backReference: false
    case .sequence(let parts), .choice(let parts): parts.contains(where: \.hasGroups)
    case .atomic(let inner), .look(let inner, _, _), .repeated(let inner, _, _, _): inner.hasGroups
    }
  }
}
