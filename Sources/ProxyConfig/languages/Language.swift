/// A regular language over bytes, as a number in its ``Languages``: equal numbers are equal languages, different ones may be.
public struct Language: Hashable, Sendable {
  let id: Int32
}

/// Regular languages by derivatives (Brzozowski, 1964): union, intersection, complement, quotient, the shortest word.
///
/// Beside the 256 bytes there are two marks for the beginning and the end of a text, which anchors of regular expressions
/// stand for; no language that is given out has them in its words.
public final class Languages {
  enum Node: Hashable {
    case none
    case empty
    case set(Int)
    /// ``begin`` or ``end``.
    case mark(Int)
    case sequence(Language, Language)
    case either([Language])
    case both([Language])
    case not(Language)
    case many(Language)
    /// What words of a language have in front of an ending.
    case before([Int], Language)
    /// The texts that are in a language once they are percent-encoded, but for these bytes; made small before that.
    case escaped([UInt8], isSmall: Bool, Language)
    /// The beginnings after which another language is left, once they are made small.
    case beginnings(Language, leaving: Language, isSmall: Bool)
  }

  static let begin = 256
  static let end = 257

  private(set) var nodes: [Node] = []
  private var numbers: [Node: Language] = [:]
  private var hasEmpty: [Bool] = []
  var sets: [ByteSet] = []
  private var setNumbers: [ByteSet: Int] = [:]
  private var derivatives: [Int: Language] = [:]
  private var setsUsed: [Language: [Int]] = [:]
  private var letters: [[Int]: [Int]] = [:]
  private var shortestWords: [Language: Word] = [:]
  var bySmallLetters: [Language: Language] = [:]
  var patterns: [ByteText: [Bool: Language?]] = [:]
  var patternsOfGroups: [PatternGroup: Language?] = [:]

  public let none: Language
  /// The empty text alone.
  public let empty: Language
  /// One byte, whichever.
  public private(set) var anyByte = Language(id: 0)
  /// Every text.
  public private(set) var all = Language(id: 0)
  /// Every text with marks anywhere in it.
  private(set) var everything = Language(id: 0)

  /// What a search for a word came to.
  public enum Word: Sendable, Hashable {
    case found([UInt8])
    case none
    /// There are too many states.
    case tooMany
  }

  public init() {
    (none, empty) = (Language(id: 0), Language(id: 1))
    _ = make(.none)
    _ = make(.empty)
    anyByte = set(ByteSet.all)
    all = many(anyByte)
    everything = many(either([anyByte, mark(Self.begin), mark(Self.end)]))
  }

  func node(_ language: Language) -> Node { nodes[Int(language.id)] }

  private func make(_ node: Node) -> Language {
    if let known = numbers[node] { return known }
    let language = Language(id: Int32(nodes.count))
    nodes.append(node)
    numbers[node] = language
    hasEmpty.append(false)
    hasEmpty[Int(language.id)] = containsEmpty(node)
    return language
  }

  // MARK: - Building

  func set(_ bytes: ByteSet) -> Language { bytes == ByteSet() ? none : make(.set(number(of: bytes))) }

  private func number(of bytes: ByteSet) -> Int {
    if let known = setNumbers[bytes] { return known }
    setNumbers[bytes] = sets.count
    sets.append(bytes)
    return sets.count - 1
  }

  /// One byte of these.
  public func set(_ bytes: [UInt8]) -> Language { set(ByteSet(bytes)) }

  func mark(_ mark: Int) -> Language { make(.mark(mark)) }

  public func word(_ bytes: some BidirectionalCollection<UInt8>) -> Language {
    bytes.reversed().reduce(empty) { sequence(set(ByteSet([$1])), $0) }
  }

  public func sequence(_ first: Language, _ second: Language) -> Language {
    if first == none || second == none { return none }
    if first == empty { return second }
    if second == empty { return first }
    // To the right, and alternatives apart, so that equal ones are one: what is left of an expression is then a set of its
    // own ends, of which there are few (Antimirov, 1996).
    switch node(first) {
    case .sequence(let head, let tail): return sequence(head, sequence(tail, second))
    case .either(let parts): return either(parts.map { sequence($0, second) })
    default: return make(.sequence(first, second))
    }
  }

  public func sequence(_ parts: [Language]) -> Language { parts.reversed().reduce(empty) { sequence($1, $0) } }

  public func either(_ some: [Language]) -> Language {
    var parts: Set<Language> = []
    var bytes = ByteSet()
    for part in some {
      for inner in elements(of: part, isUnion: true) where inner != none {
        if case .set(let number) = node(inner) { bytes.formUnion(sets[number]) } else { parts.insert(inner) }
      }
    }
    if bytes != ByteSet() { parts.insert(set(bytes)) }
    if parts.contains(everything) { return everything }
    if parts.contains(all) { return all }
    if parts.count > 1, parts.contains(empty), parts.contains(where: { $0 != empty && isNullable($0) }) {
      parts.remove(empty)
    }
    guard parts.count > 1 else { return parts.first ?? none }
    return make(.either(parts.sorted { $0.id < $1.id }))
  }

  public func both(_ some: [Language]) -> Language {
    var parts: Set<Language> = []
    for part in some {
      for inner in elements(of: part, isUnion: false) where inner != all && inner != everything { parts.insert(inner) }
    }
    if parts.contains(none) { return none }
    if parts.contains(empty) { return parts.allSatisfy(isNullable) ? empty : none }
    for part in parts {
      if case .not(let other) = node(part), parts.contains(other) { return none }
    }
    guard parts.count > 1 else { return parts.first ?? all }
    return make(.both(parts.sorted { $0.id < $1.id }))
  }

  private func elements(of language: Language, isUnion: Bool) -> [Language] {
    switch node(language) {
    case .either(let parts) where isUnion: parts
    case .both(let parts) where !isUnion: parts
    default: [language]
    }
  }

  public func not(_ language: Language) -> Language {
    if case .not(let inner) = node(language) { return inner }
    if language == none { return all }
    if language == all { return none }
    return make(.not(language))
  }

  public func many(_ language: Language) -> Language {
    if language == none || language == empty { return empty }
    if case .many = node(language) { return language }
    return make(.many(language))
  }

  /// What stands in front of an ending in the words that have it.
  public func before(_ ending: [UInt8], _ language: Language) -> Language { before(ending.map(Int.init), language) }

  func before(_ ending: [Int], _ language: Language) -> Language {
    if ending.isEmpty || language == none { return language }
    if language == all { return all }
    return make(.before(ending, language))
  }

  /// The texts that are in a language once they are percent-encoded, but for these bytes.
  func escaped(_ language: Language, keeping kept: [UInt8], isSmall: Bool = false) -> Language {
    language == none || language == all ? language : make(.escaped(kept, isSmall: isSmall, language))
  }

  /// The words of a language cut in two: after each beginning of a part its ends are left; nil where there are more than so many
  /// parts. No beginning is in two parts.
  func halves(of language: Language, most: Int) -> [(beginnings: Language, ends: Language)]? {
    var ends = [language]
    var seen: Set<Language> = [language, none]
    var next = 0
    while next < ends.count {
      for letter in representatives(of: ends[next]) {
        let left = derivative(ends[next], letter)
        if seen.insert(left).inserted { ends.append(left) }
      }
      if ends.count > most { return nil }
      next += 1
    }
    return ends.map { (beginnings(of: language, leaving: $0), $0) }
  }

  func beginnings(of language: Language, leaving left: Language, isSmall: Bool = false) -> Language {
    // Nothing leads away from where every text is in it, or none.
    let isLast = language == none || language == all || language == everything
    return isLast && language != left ? none : make(.beginnings(language, leaving: left, isSmall: isSmall))
  }

  /// What follows a beginning in the words that have it.
  public func after(_ beginning: [UInt8], _ language: Language) -> Language {
    beginning.reduce(language) { derivative($0, Int($1)) }
  }

  // MARK: - Asking

  public func isNullable(_ language: Language) -> Bool { hasEmpty[Int(language.id)] }

  private func containsEmpty(_ node: Node) -> Bool {
    switch node {
    case .none, .set, .mark: false
    case .empty, .many: true
    case .sequence(let first, let second): isNullable(first) && isNullable(second)
    case .either(let parts): parts.contains(where: isNullable)
    case .both(let parts): parts.allSatisfy(isNullable)
    case .not(let inner): !isNullable(inner)
    case .before(let ending, let inner): isNullable(ending.reduce(inner) { derivative($0, $1) })
    case .escaped(_, _, let inner): isNullable(inner)
    case .beginnings(let whole, let left, _): whole == left
    }
  }

  public func contains(_ text: [UInt8], _ language: Language) -> Bool { isNullable(after(text, language)) }

  /// What follows a symbol.
  func derivative(_ language: Language, _ symbol: Int) -> Language {
    let key = Int(language.id) << 9 | symbol
    if let known = derivatives[key] { return known }
    let result: Language
    switch node(language) {
    case .none, .empty: result = none
    case .set(let number): result = symbol < 256 && sets[number].contains(UInt8(symbol)) ? empty : none
    case .mark(let mark): result = mark == symbol ? empty : none
    case .sequence(let first, let second):
      let rest = sequence(derivative(first, symbol), second)
      result = isNullable(first) ? either([rest, derivative(second, symbol)]) : rest
    case .either(let parts): result = either(parts.map { derivative($0, symbol) })
    case .both(let parts): result = both(parts.map { derivative($0, symbol) })
    case .not(let inner): result = not(derivative(inner, symbol))
    case .many(let inner): result = sequence(derivative(inner, symbol), language)
    case .before(let ending, let inner): result = before(ending, derivative(inner, symbol))
    case .escaped(let kept, let isSmall, let inner):
      let byte = isSmall && 0x41...0x5A ~= symbol ? symbol | 0x20 : symbol
      let text = byte < 256 ? TextOrigin.escaped([UInt8(byte)], keeping: kept).map(Int.init) : [byte]
      result = escaped(text.reduce(inner) { derivative($0, $1) }, keeping: kept, isSmall: isSmall)
    case .beginnings(let whole, let left, let isSmall):
      let byte = isSmall && 0x41...0x5A ~= symbol ? symbol | 0x20 : symbol
      result = beginnings(of: derivative(whole, byte), leaving: left, isSmall: isSmall)
    }
    derivatives[key] = result
    return result
  }

  /// The shortest word, of those the most readable.
  public func shortest(_ language: Language, states limit: Int = 20_000) -> Word {
    if let known = shortestWords[language] { return known }
    let word = search(language, limit)
    shortestWords[language] = word
    return word
  }

  private func search(_ language: Language, _ limit: Int) -> Word {
    var seen: Set<Language> = [language]
    var queue: [(state: Language, from: Int, by: UInt8)] = [(language, -1, 0)]
    var next = 0
    while next < queue.count {
      let state = queue[next].state
      if isNullable(state) {
        var word: [UInt8] = []
        var index = next
        while queue[index].from >= 0 {
          word.append(queue[index].by)
          index = queue[index].from
        }
        return .found(word.reversed())
      }
      guard seen.count < limit else { return .tooMany }
      for letter in representatives(of: state) {
        let following = derivative(state, letter)
        if following != none, seen.insert(following).inserted { queue.append((following, next, UInt8(letter))) }
      }
      next += 1
    }
    return .none
  }

  // MARK: - Letters

  /// One byte of each kind that a language tells from others, the most readable of its kind.
  private func representatives(of language: Language) -> [Int] {
    let used = usedSets(language)
    if let known = letters[used] { return known }
    var kinds: Set<[Bool]> = []
    let found = Self.byReadability.filter { byte in kinds.insert(used.map { sets[$0].contains(UInt8(byte)) }).inserted }
    letters[used] = found
    return found
  }

  private static let byReadability: [Int] = {
    let wanted = Array("abcdefghijklmnopqrstuvwxyz0123456789-_./ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8).map(Int.init)
    return wanted + (0x21...0x7E).filter { !wanted.contains($0) } + Array(0...0x20) + Array(0x7F...0xFF)
  }()

  private func usedSets(_ language: Language) -> [Int] {
    if let known = setsUsed[language] { return known }
    let found: [Int]
    switch node(language) {
    case .none, .empty, .mark: found = []
    case .set(let number): found = [number]
    case .sequence(let first, let second):
      // What comes later counts only where the first part may be empty.
      found = isNullable(first) ? merged([usedSets(first), usedSets(second)]) : usedSets(first)
    case .either(let parts), .both(let parts): found = merged(parts.map(usedSets))
    case .not(let inner), .many(let inner), .before(_, let inner): found = usedSets(inner)
    case .beginnings(let whole, _, let isSmall):
      let capitals = isSmall ? usedSets(whole).map { number(of: sets[$0].caseless) } : []
      found = merged([usedSets(whole), capitals])
    case .escaped(_, let isSmall, let inner):
      // Each byte that is encoded has digits of its own; of those that paths may have, each is told from the others.
      let capitals = isSmall ? usedSets(inner).map { number(of: sets[$0].caseless) } : []
      found = merged([usedSets(inner), capitals, Array("!'()*,;$&:=@/?".utf8).map { number(of: ByteSet([$0])) }])
    }
    setsUsed[language] = found
    return found
  }

  private func merged(_ lists: [[Int]]) -> [Int] { Set(lists.joined()).sorted() }
}
