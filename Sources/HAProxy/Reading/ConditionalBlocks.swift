import ProxyConfig

/// Which lines count between `.if` and `.endif` (manual, section 2.4).
struct ConditionalBlocks {
  /// The release whose `version_atleast` is answered.
  private static let version = [2, 6, 12]
  /// Whether the lines of each level count, and whether a branch of it has been taken.
  private var levels: [(counts: Bool, isDecided: Bool)] = []

  var isOpen: Bool { !levels.isEmpty }
  var counts: Bool { levels.allSatisfy(\.counts) }

  /// Takes a line that begins with a dot; false when it is not a line of a conditional block.
  mutating func take(_ words: [String], environment: [String: String]) -> Bool {
    let condition = words.dropFirst().joined(separator: " ")
    switch words.first {
    case ".if":
      let isTrue = Self.holds(condition[...], environment)
      levels.append((isTrue, isTrue))
    case ".elif" where isOpen:
      let last = levels.removeLast()
      let isTrue = !last.isDecided && Self.holds(condition[...], environment)
      levels.append((isTrue, last.isDecided || isTrue))
    case ".else" where isOpen:
      let last = levels.removeLast()
      levels.append((!last.isDecided, true))
    case ".endif" where isOpen: levels.removeLast()
    case ".notice", ".warning", ".alert", ".diag": break
    default: return false
    }
    return true
  }

  /// What a condition comes to: `||` of `&&` of predicates, some of them negated or in parentheses.
  private static func holds(_ text: Substring, _ environment: [String: String]) -> Bool {
    let either = split(text, at: "||")
    if either.count > 1 { return either.contains { holds($0, environment) } }
    let all = split(text, at: "&&")
    if all.count > 1 { return all.allSatisfy { holds($0, environment) } }
    let word = trimmed(text)
    if word.hasPrefix("!") { return !holds(word.dropFirst(), environment) }
    if word.hasPrefix("("), word.hasSuffix(")") { return holds(word.dropFirst().dropLast(), environment) }
    if let number = Int(word) { return number != 0 }
    guard let open = word.firstIndex(of: "("), word.hasSuffix(")") else { return false }
    let arguments = split(word[word.index(after: open)...].dropLast(), at: ",").map { String(trimmed($0)) }
    switch (word[..<open], arguments.count) {
    case ("defined", 1): return environment[arguments[0]] != nil
    case ("feature", 1): return !["51DEGREES", "DEVICEATLAS", "WURFL", "QUIC"].contains(arguments[0])
    case ("streq", 2): return arguments[0] == arguments[1]
    case ("strneq", 2): return arguments[0] != arguments[1]
    case ("version_atleast", 1): return !isOlder(than: arguments[0])
    case ("version_before", 1): return isOlder(than: arguments[0])
    default: return false
    }
  }

  private static func isOlder(than text: String) -> Bool {
    let other = text.split { $0 == "." || $0 == "-" }.prefix(3).map { Int($0) ?? 0 }
    return version.lexicographicallyPrecedes(other)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { start[...$0] } ?? ""
  }

  /// The parts between a mark that stands outside of parentheses.
  private static func split(_ text: Substring, at mark: String) -> [Substring] {
    var parts: [Substring] = []
    var (depth, start, index) = (0, text.startIndex, text.startIndex)
    while index < text.endIndex {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0, text[index...].hasPrefix(mark) {
        parts.append(text[start..<index])
        index = text.index(index, offsetBy: mark.count)
        start = index
      } else {
        index = text.index(after: index)
      }
    }
    return parts + [text[start...]]
  }
}
