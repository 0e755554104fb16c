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
    guard let found = parts.language(of: tree, then: .init(wanted: everything, any: everything))?.wanted else {
      return nil
    }
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
  /// What an expression matches from some place on: where the group is what is wanted, and whatever it is. What is tried first
  /// is taken wherever the rest fits then, so that the one depends on the other.
  struct Rest {
    let wanted: Language
    let any: Language
  }

  private let languages: Languages
  private let group: (number: Int, language: Language)?
  private(set) var hasUsedGroup = false

  init(_ languages: Languages, group: (number: Int, language: Language)?) {
    (self.languages, self.group) = (languages, group)
  }

  /// What matches, and is followed by a language.
  mutating func language(of tree: PatternTree, then rest: Rest) -> Rest? {
    switch tree {
    case .empty: return rest
    case .set(let set): return each(rest) { $0.sequence($0.set(set), $1) }
    case .sequence(let parts):
      var result = rest
      for part in parts.reversed() {
        guard let language = language(of: part, then: result) else { return nil }
        result = language
      }
      return result
    case .choice(let ways):
      var all: [Rest] = []
      for way in ways {
        guard let language = language(of: way, then: rest) else { return nil }
        all.append(language)
      }
      return Rest(wanted: languages.either(all.map(\.wanted)), any: languages.either(all.map(\.any)))
    case .group(let number, let inner):
      guard let group, group.number == number else { return language(of: inner, then: rest) }
      guard !hasUsedGroup, let own = language(of: inner) else { return nil }
      hasUsedGroup = true
      return Rest(
        wanted: languages.sequence(languages.both([own, group.language]), rest.wanted),
        any: languages.sequence(own, rest.any))
    case .look(let inner, let isBehind, let isNegative):
      let everything = Rest(wanted: languages.everything, any: languages.everything)
      guard !isBehind, !hasGroup(inner), let ahead = language(of: inner, then: everything)?.any else { return nil }
      return each(rest) { $0.both([$1, isNegative ? $0.not(ahead) : ahead]) }
    case .repeated(let inner, 0, 1, let isLazy): return optional(inner, isLazy: isLazy, then: rest)
    case .repeated(let inner, let least, let most, _):
      guard least <= 64, most ?? 0 <= 64, !hasGroup(inner), let one = language(of: inner) else { return nil }
      return each(rest) { languages, rest in
        var result = most == nil ? languages.sequence(languages.many(one), rest) : rest
        for _ in 0..<((most ?? least) - least) {
          result = languages.either([languages.sequence(one, result), rest])
        }
        for _ in 0..<least { result = languages.sequence(one, result) }
        return result
      }
    case .assertion(.start): return each(rest) { $0.sequence($0.mark(Languages.begin), $1) }
    case .assertion(.end): return each(rest) { $0.both([$1, $0.mark(Languages.end)]) }
    case .assertion(.endBeforeNewline):
      let end = languages.mark(Languages.end)
      let newline = languages.sequence(languages.word([0x0A]), end)
      return each(rest) { $0.both([$1, $0.either([end, newline])]) }
    case .atomic, .assertion, .backReference, .keepOut: return nil
    }
  }

  /// An optional part, which may hold what only stands between others. A group in it that takes no part is empty.
  private mutating func optional(_ inner: PatternTree, isLazy: Bool, then rest: Rest) -> Rest? {
    let isNeeded = hasGroup(inner) && group.map { !languages.isNullable($0.language) } ?? false
    guard let once = language(of: inner, then: rest) else { return nil }
    let any = languages.either([once.any, rest.any])
    guard group != nil else { return Rest(wanted: any, any: any) }
    let without = isNeeded ? languages.none : rest.wanted
    let wanted =
      isLazy
      ? [without, languages.both([once.wanted, languages.not(rest.any)])]
      : [once.wanted, languages.both([without, languages.not(once.any)])]
    return Rest(wanted: languages.either(wanted), any: any)
  }

  private func each(_ rest: Rest, _ make: (Languages, Language) -> Language) -> Rest {
    let wanted = make(languages, rest.wanted)
    return Rest(wanted: wanted, any: rest.any == rest.wanted ? wanted : make(languages, rest.any))
  }

  private func hasGroup(_ tree: PatternTree) -> Bool { group.map { tree.has(group: $0.number) } ?? false }

  /// What matches, by itself; nil where it looks at what is around it.
  private mutating func language(of tree: PatternTree) -> Language? {
    tree.looksAround ? nil : language(of: tree, then: Rest(wanted: languages.empty, any: languages.empty))?.any
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

  /// Whether a group is part of it.
  fileprivate func has(group number: Int) -> Bool {
    switch self {
    case .group(let own, let inner): own == number || inner.has(group: number)
    case .empty, .set, .assertion, .keepOut, .backReference: false
    case .sequence(let parts), .choice(let parts): parts.contains { $0.has(group: number) }
    case .atomic(let inner), .look(let inner, _, _), .repeated(let inner, _, _, _): inner.has(group: number)
    }
  }
}
