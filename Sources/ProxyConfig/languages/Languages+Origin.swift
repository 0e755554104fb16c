/// From what is found out about a text to what that says of what was sent.
extension Languages {
  /// The texts for which a test holds; nil where that is no regular language.
  func texts(of test: TextTest) -> Language? {
    switch test {
    case .equals(let text): word(text)
    case .prefix(let text): sequence(word(text), all)
    case .suffix(let text): sequence(all, word(text))
    case .contains(let text): sequence([all, word(text), all])
    case .matches(let pattern): texts(matching: pattern)
    }
  }

  /// What may be sent: of any of these ways, each input a word of its language.
  public typealias Ways = [[String: Language]]

  /// What may be sent so that a text of this origin is in a language; nil where that cannot be told.
  ///
  /// None is missing. Where an expression can read a text in several ways there may be some too many, so whoever takes one of
  /// them looks whether it is one.
  public func inputs(_ origin: TextOrigin, in language: Language) -> Ways? {
    switch origin.source {
    case .input(let name): return [[name: language]]
    case .joined(let pieces): return inputs(joined: pieces[...], in: language)
    case .from(let start, let inner):
      let cut = sequence(Array(repeating: anyByte, count: start) + [language])
      guard isNullable(language) else { return inputs(inner, in: cut) }
      return inputs(inner, in: either([cut] + (0..<start).map { sequence(Array(repeating: anyByte, count: $0)) }))
    case .upTo(let end, let inner):
      let exactly = sequence(Array(repeating: anyByte, count: end))
      let shorter = either((0..<end).map { sequence(Array(repeating: anyByte, count: $0)) })
      return inputs(inner, in: either([sequence(both([language, exactly]), all), both([language, shorter])]))
    case .withoutEnd(let count, let inner):
      let end = sequence(Array(repeating: anyByte, count: count))
      let shorter = either((0..<count).map { sequence(Array(repeating: anyByte, count: $0)) })
      return inputs(inner, in: either([sequence(language, end)] + (isNullable(language) ? [shorter] : [])))
    case .before(let byte, let inner):
      let own = both([language, many(set(ByteSet([byte]).inverted))])
      return inputs(inner, in: either([own, sequence([own, word([byte]), all])]))
    case .after(let byte, let inner):
      let head = many(set(ByteSet([byte]).inverted))
      let found = sequence([head, word([byte]), language])
      return inputs(inner, in: isNullable(language) ? either([found, head]) : found)
    case .small(let inner): return inputs(inner, in: bySmallLetters(language))
    case .group(let number, let pattern, let inner):
      return texts(matching: pattern, group: (number, language)).flatMap { inputs(inner, in: $0) }
    case .queryValue(let name, let inner): return inputs(inner, in: queries(name, language))
    case .escaped(let kept, let inner): return inputs(inner, in: escaped(language, keeping: kept))
    case .changed: return nil
    }
  }

  /// What the core of a text is where the text is in a language.
  public func inside(_ core: TextOrigin.Core, _ language: Language) -> Language {
    before(core.tail, after(core.head, language))
  }

  /// What may be sent so that the core of a text is in a language.
  public func inputs(_ core: TextOrigin.Core, in language: Language) -> Ways? {
    inputs(joined: core.pieces, in: language)
  }

  /// What is around the parts that were sent is taken off, and the rest is cut wherever one part may give way to the next.
  private func inputs(joined pieces: ArraySlice<TextOrigin.Piece>, in language: Language) -> Ways? {
    guard let place = pieces.firstIndex(where: \.isOrigin), case .origin(let first) = pieces[place] else { return nil }
    var rest = language
    for case .text(let text) in pieces[..<place] { rest = after(text, rest) }
    let behind = pieces[(place + 1)...]
    if !behind.contains(where: \.isOrigin) {
      for case .text(let text) in behind.reversed() { rest = before(text, rest) }
      return inputs(first, in: rest)
    }
    guard let halves = halves(of: rest, most: Self.mostHalves) else { return nil }
    var ways: Ways = []
    for half in halves {
      guard let one = inputs(first, in: half.beginnings), let other = inputs(joined: behind, in: half.ends) else {
        return nil
      }
      for way in one { ways += other.map { way.merging($0) { both([$0, $1]) } } }
    }
    return united(ways)
  }

  private static let mostHalves = 60

  /// Ways that are about one and the same input are one way.
  private func united(_ ways: Ways) -> Ways {
    let possible = ways.filter { !$0.values.contains(none) }
    guard let name = possible.first?.keys.first, possible.allSatisfy({ $0.count == 1 && $0[name] != nil }) else {
      return possible
    }
    return [[name: either(possible.compactMap { $0[name] })]]
  }

  /// The queries in which the value of a name is in a language.
  private func queries(_ name: [UInt8], _ language: Language) -> Language {
    let ampersand = UInt8(ascii: "&")
    let pair = many(set(ByteSet([ampersand]).inverted))
    let key = bySmallLetters(sequence(word(name), word([UInt8(ascii: "=")])))
    let other = both([pair, not(sequence(key, all))])
    let before = many(sequence(other, word([ampersand])))
    let value = both([language, pair])
    let found = sequence([before, key, value, either([empty, sequence(word([ampersand]), all)])])
    return isNullable(language) ? either([found, sequence(before, other)]) : found
  }

  /// The texts that are in a language once their capitals are made small.
  func bySmallLetters(_ language: Language) -> Language {
    if let known = bySmallLetters[language] { return known }
    let result: Language
    switch node(language) {
    case .none, .empty, .mark: result = language
    case .set(let number):
      let small = sets[number]
      result = set(
        ByteSet(
          (0...255).map { UInt8($0) }.filter { small.contains($0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0) }))
    case .sequence(let first, let second): result = sequence(bySmallLetters(first), bySmallLetters(second))
    case .either(let parts): result = either(parts.map(bySmallLetters))
    case .both(let parts): result = both(parts.map(bySmallLetters))
    case .not(let inner): result = not(bySmallLetters(inner))
    case .many(let inner): result = many(bySmallLetters(inner))
    case .before(let ending, let inner):
      // An ending is looked for as it is written, so only one in small letters can be.
      let isSmall = ending.allSatisfy { !(0x41...0x5A ~= $0) }
      result = isSmall ? before(ending, bySmallLetters(inner)) : none
    case .escaped(let kept, _, let inner): result = escaped(inner, keeping: kept, isSmall: true)
    case .beginnings(let whole, let left, _): result = beginnings(of: whole, leaving: left, isSmall: true)
    }
    bySmallLetters[language] = result
    return result
  }

  /// The texts that come to one case of a question; nil where that cannot be told.
  public func texts(of question: TextQuestion, taken: Int) -> Language? {
    let isNone = taken == question.cases.count
    let own = isNone ? [] : question.cases[taken]
    let earlier = question.cases[..<taken].joined()
    var parts: [Language] = []
    if !isNone {
      let languages = own.map(texts)
      guard languages.allSatisfy({ $0 != nil }) else { return nil }
      parts.append(either(languages.compactMap(\.self)))
    }
    for test in earlier where isNone || own.contains(where: { $0.canHold(with: test) }) {
      guard let language = texts(of: test) else { return nil }
      parts.append(not(language))
    }
    return both(parts)
  }
}

extension TextTest {
  /// False where it is plain that there is no text for which both hold.
  fileprivate func canHold(with other: TextTest) -> Bool {
    switch (self, other) {
    case (.equals(let one), .equals(let other)): one == other
    case (.equals(let one), .prefix(let other)): one.starts(with: other)
    case (.prefix(let one), .equals(let other)): other.starts(with: one)
    case (.prefix(let one), .prefix(let other)): one.starts(with: other) || other.starts(with: one)
    case (.equals(let text), .matches), (.equals(let text), .suffix): other.holds(for: text)
    default: true
    }
  }
}
