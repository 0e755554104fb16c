import Diagnostics

/// Hands out words and knows which of them share a line or a block (`caddyconfig/caddyfile/dispenser.go`).
struct CaddyDispenser {
  private(set) var tokens: [CaddyToken]
  private(set) var cursor = -1
  private(set) var nesting = 0
  let release: CaddyRelease
  /// Names that stock Caddy does not know may be a module's.
  let acceptsModules: Bool
  /// The matcher being defined; regular expressions without a name take it since 2.8.
  var matcherName: ByteText = ""
  /// How many matchers stand around this one.
  var matcherDepth = 0

  init(_ tokens: [CaddyToken], _ release: CaddyRelease, acceptsModules: Bool = false) {
    self.acceptsModules = acceptsModules
    self.tokens = tokens
    self.release = release
  }

  private var isInside: Bool { tokens.indices.contains(cursor) }
  var value: ByteText { isInside ? tokens[cursor].text : "" }
  var word: String { value.string }
  var token: CaddyToken? { isInside ? tokens[cursor] : nil }
  var place: Place { (token ?? tokens.last)?.place ?? Place(file: "") }

  mutating func next() -> Bool {
    guard cursor < tokens.count - 1 else { return false }
    cursor += 1
    return true
  }

  mutating func back() { if cursor > -1 { cursor -= 1 } }

  mutating func reset() {
    cursor = -1
    nesting = 0
  }

  /// Removes the current word, as `Helper.ExtractMatcherSet` does with a matcher.
  mutating func removeCurrent() {
    guard isInside else { return }
    tokens.remove(at: cursor)
    cursor -= 1
  }

  mutating func nextOnSameLine() -> Bool {
    if cursor < 0 {
      cursor += 1
      return true
    }
    guard cursor < tokens.count - 1, tokens[cursor].isOnLine(of: tokens[cursor + 1], release) else { return false }
    cursor += 1
    return true
  }

  mutating func nextArgument() -> Bool {
    guard nextOnSameLine() else { return false }
    if value == "{" {
      cursor -= 1
      return false
    }
    return true
  }

  mutating func nextInBlock(_ initialNesting: Int = 0) -> Bool {
    if nesting > initialNesting {
      guard next() else { return false }
      if value == "}", !nextOnSameLine() {
        nesting -= 1
      } else if value == "{", !nextOnSameLine() {
        nesting += 1
      }
      return nesting > initialNesting
    }
    guard nextOnSameLine() else { return false }
    guard value == "{" else {
      cursor -= 1
      return false
    }
    _ = next()
    if value == "}" { return false }
    nesting += 1
    return true
  }

  mutating func remainingArguments() -> [ByteText] { remainingTokens().map(\.text) }

  mutating func remainingTokens() -> [CaddyToken] {
    var found: [CaddyToken] = []
    while nextArgument() { if let token { found.append(token) } }
    return found
  }

  mutating func countArguments() -> Int {
    let start = cursor
    var count = 0
    while nextArgument() { count += 1 }
    cursor = start
    return count
  }

  /// The next argument, or a refusal.
  mutating func argument() throws(CaddyRefusal) -> ByteText {
    guard nextArgument() else { throw countError() }
    return value
  }

  mutating func noMoreArguments() throws(CaddyRefusal) {
    if nextArgument() { throw countError() }
  }

  /// One line with the block that belongs to it (`NextSegment`).
  mutating func nextSegment() -> [CaddyToken] {
    var found = token.map { [$0] } ?? []
    found += remainingTokens()
    let outer = nesting
    var isOpen = false
    while nextInBlock(outer) {
      if !isOpen, cursor > 0 {
        found.append(tokens[cursor - 1])
        isOpen = true
      }
      if let token { found.append(token) }
    }
    if isOpen, let token { found.append(token) }
    return found
  }

  mutating func fromNextSegment() -> CaddyDispenser {
    var inner = CaddyDispenser(nextSegment(), release, acceptsModules: acceptsModules)
    inner.matcherName = matcherName
    return inner
  }

  func countError() -> CaddyRefusal {
    value == "{"
      ? error("an argument is missing before {")
      : error("wrong number of arguments, or the line ends too early after \"\(value)\"")
  }

  func error(_ message: String) -> CaddyRefusal { CaddyRefusal(message, at: place) }
}
