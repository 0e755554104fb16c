/// Reads the text of a regular expression (pcre2pattern(3)).
struct PatternReader {
  struct Flags {
    var ignoresCase: Bool
    var isMultiline = false
    var dotMatchesAll = false
    var isExtended = false
  }

  let bytes: [UInt8]
  var position = 0
  var flags: Flags
  private(set) var groupCount = 0
  private(set) var names: [(name: String, group: Int)] = []
  /// Back references by name, known only at the end; nothing refers to a group that does not exist.
  private var highestReference = 0
  private var depth = 0

  init(_ bytes: [UInt8], ignoresCase: Bool) {
    self.bytes = bytes
    flags = Flags(ignoresCase: ignoresCase)
  }

  mutating func read() throws(Pattern.Refusal) -> PatternTree {
    let tree = try readChoice()
    if position < bytes.count { throw invalid("has a closing parenthesis too many") }
    if highestReference > groupCount { throw invalid("refers to group \(highestReference), which it does not have") }
    return tree
  }

  func invalid(_ reason: String) -> Pattern.Refusal { .init(reason: reason, isInvalid: true) }
  func unsupported(_ what: String) -> Pattern.Refusal { .init(reason: "uses \(what)", isInvalid: false) }

  func peek(_ text: StaticString) -> Bool {
    guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
    return bytes[position..<position + text.utf8CodeUnitCount].elementsEqual(text.description.utf8)
  }

  mutating func take(_ text: StaticString) -> Bool {
    guard peek(text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  private mutating func readChoice() throws(Pattern.Refusal) -> PatternTree {
    depth += 1
    defer { depth -= 1 }
    guard depth < 100 else { throw unsupported("groups nested more than 100 deep") }
    let outer = flags
    var ways: [PatternTree] = []
    repeat { ways.append(try readSequence()) } while take("|")
    flags = outer
    return ways.count == 1 ? ways[0] : .choice(ways)
  }

  private mutating func readSequence() throws(Pattern.Refusal) -> PatternTree {
    var parts: [PatternTree] = []
    while position < bytes.count, !peek("|"), !peek(")") {
      if flags.isExtended, skipExtended() { continue }
      if take("\\Q") {
        while position < bytes.count, !peek("\\E") { parts.append(literal(bytes[position])); position += 1 }
        _ = take("\\E")
        continue
      }
      if take("\\E") { continue }
      guard let atom = try readAtom() else { continue }
      parts.append(try readQuantifiers(atom))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func skipExtended() -> Bool {
    if ByteSet.spaces.contains(bytes[position]) {
      position += 1
      return true
    }
    guard peek("#") else { return false }
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    return true
  }

  func literal(_ byte: UInt8) -> PatternTree {
    let set = ByteSet([byte])
    return .set(flags.ignoresCase ? set.caseless : set)
  }

  /// One thing a quantifier may follow; nil for comments and flag changes.
  private mutating func readAtom() throws(Pattern.Refusal) -> PatternTree? {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "("): return try readGroup()
    case UInt8(ascii: "["): return .set(try readClass())
    case UInt8(ascii: "\\"): return try readEscape()
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
      throw invalid("has a quantifier with nothing before it")
    default: break
    }
    position += 1
    switch byte {
    case UInt8(ascii: "."): return .set(flags.dotMatchesAll ? .all : .notLineFeed)
    case UInt8(ascii: "^"): return .assertion(flags.isMultiline ? .lineStart : .start)
    case UInt8(ascii: "$"): return .assertion(flags.isMultiline ? .lineEnd : .endBeforeNewline)
    default: return literal(byte)
    }
  }

  private mutating func readQuantifiers(_ atom: PatternTree) throws(Pattern.Refusal) -> PatternTree {
    var tree = atom
    if flags.isExtended { while position < bytes.count, skipExtended() {} }
    while let (least, most) = try readBounds() {
      if case .assertion = tree { tree = .sequence([tree]) }
      let isLazy = take("?")
      tree = .repeated(tree, least: least, most: most, isLazy: isLazy)
      if !isLazy, take("+") { tree = .atomic(tree) }
      // PCRE takes a second quantifier for an error.
      if peek("*") || peek("+") || peek("?") { throw invalid("has a quantifier with nothing before it") }
    }
    return tree
  }

  private mutating func readBounds() throws(Pattern.Refusal) -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard peek("{") else { return nil }
    var index = position + 1
    func number() -> Int? {
      var value: Int?
      while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39, (value ?? 0) < 100_000 {
        value = (value ?? 0) * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      return value
    }
    guard let least = number(), index < bytes.count else { return nil }
    var most: Int? = least
    if bytes[index] == UInt8(ascii: ",") {
      index += 1
      most = number()
    }
    guard index < bytes.count, bytes[index] == UInt8(ascii: "}") else { return nil }
    position = index + 1
    guard least <= 65_535, (most ?? 0) <= 65_535 else { throw invalid("has too large a number in a quantifier") }
    if let most, most < least { throw invalid("has a quantifier with its numbers out of order") }
    return (least, most)
  }

  private mutating func readGroup() throws(Pattern.Refusal) -> PatternTree? {
    position += 1
    if peek("*") { throw unsupported("a verb such as (*UTF8)") }
    guard take("?") else { return try readCapture(name: nil) }
    if take("#") {
      while position < bytes.count, !peek(")") { position += 1 }
      try close()
      return nil
    }
    if take(":") { return try closed(try readChoice()) }
    if take(">") { return .atomic(try closed(try readChoice())) }
    if take("=") { return .look(try closed(try readChoice()), isBehind: false, isNegative: false) }
    if take("!") { return .look(try closed(try readChoice()), isBehind: false, isNegative: true) }
    if take("<=") { return .look(try closed(try readChoice()), isBehind: true, isNegative: false) }
    if take("<!") { return .look(try closed(try readChoice()), isBehind: true, isNegative: true) }
    if take("P=") { return try readNamedReference(until: ")") }
    if take("P<") || take("<") { return try readCapture(name: try readName(until: ">")) }
    if take("'") { return try readCapture(name: try readName(until: "'")) }
    return try readFlags()
  }

  private mutating func readCapture(name: String?) throws(Pattern.Refusal) -> PatternTree {
    groupCount += 1
    let number = groupCount
    if let name {
      if names.contains(where: { $0.name == name }) { throw invalid("has two groups named \"\(name)\"") }
      names.append((name, number))
    }
    return .group(number: number, try closed(try readChoice()))
  }

  private mutating func readFlags() throws(Pattern.Refusal) -> PatternTree? {
    var value = true
    var new = flags
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "-"): value = false
      case UInt8(ascii: "i"): new.ignoresCase = value
      case UInt8(ascii: "m"): new.isMultiline = value
      case UInt8(ascii: "s"): new.dotMatchesAll = value
      case UInt8(ascii: "x"): new.isExtended = value
      case UInt8(ascii: ")"):
        // Holds until the end of the group around it, also across `|`.
        flags = new
        return nil
      case UInt8(ascii: ":"):
        let outer = flags
        flags = new
        defer { flags = outer }
        return try closed(try readChoice())
      default: throw unsupported("the group (?\(Character(Unicode.Scalar(byte)))…)")
      }
    }
    throw invalid("has a group that is never closed")
  }

  mutating func readName(until end: StaticString) throws(Pattern.Refusal) -> String {
    let start = position
    while position < bytes.count, ByteSet.words.contains(bytes[position]) { position += 1 }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    guard !name.isEmpty, take(end) else { throw invalid("has a group whose name is not a word") }
    return name
  }

  mutating func readNamedReference(until end: StaticString) throws(Pattern.Refusal) -> PatternTree {
    let name = try readName(until: end)
    guard let group = names.first(where: { $0.name == name })?.group else {
      throw invalid("refers to a group \"\(name)\" it does not have")
    }
    return .backReference(group, ignoresCase: flags.ignoresCase)
  }

  mutating func reference(to group: Int) -> PatternTree {
    highestReference = max(highestReference, group)
    return .backReference(group, ignoresCase: flags.ignoresCase)
  }

  private mutating func closed(_ tree: PatternTree) throws(Pattern.Refusal) -> PatternTree {
    try close()
    return tree
  }

  private mutating func close() throws(Pattern.Refusal) {
    if !take(")") { throw invalid("has a group that is never closed") }
  }
}
