/// One instruction of `ngx_http_rewrite_module`; they run in the order they are written.
///
/// A class, because every trace runs through those of its server.
public final class NginxStatement: Sendable {
  public enum Action: Sendable {
    /// `set $name value`.
    case set(String, NginxText)
    /// `rewrite`.
    case rewrite(NginxRewrite)
    /// `return`; the text is nil when there is none.
    case answer(status: Int, text: NginxText?)
    /// `break`.
    case stop
    /// `if`; its scope takes over when it stands in a location.
    case condition(NginxCondition, scope: Int?, body: [NginxStatement])
  }

  public let action: Action
  public let directive: Directive

  init(action: Action, directive: Directive) { (self.action, self.directive) = (action, directive) }
}

public struct NginxRewrite: Sendable {
  public enum Flag: Sendable, Hashable { case none, last, breakOff, redirect(Int) }

  public let pattern: NginxPattern
  public let replacement: NginxText
  public let flag: Flag
  /// The replacement ends in `?`, which keeps the request's arguments from being added.
  public let dropsArguments: Bool

  /// `rewrite regex replacement [flag]`; nil when words are missing.
  init?(_ directive: Directive) {
    guard let regex = directive.argument(1), var text = directive.argument(2), !text.isEmpty else { return nil }
    let flagWord = directive.argument(3)?.string
    let isExternal = text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("$scheme")
    flag =
      switch flagWord {
      case "last": isExternal ? .redirect(302) : .last
      case "break": isExternal ? .redirect(302) : .breakOff
      case "redirect": .redirect(302)
      case "permanent": .redirect(301)
      default: isExternal ? .redirect(302) : .none
      }
    dropsArguments = text.last == UInt8(ascii: "?")
    if dropsArguments { text.removeLast() }
    pattern = NginxPattern(regex, ignoresCase: false)
    replacement = NginxText(text)
  }
}

/// What an `if` asks.
public enum NginxCondition: Sendable {
  /// `($v)`: neither empty nor `0`.
  case isSet(String)
  case equals(String, NginxText, isNegative: Bool)
  case matches(String, NginxPattern, isNegative: Bool)
  case file(FileTest, NginxText, isNegative: Bool)
  /// Not one of nginx's forms.
  case malformed

  public enum FileTest: UInt8, Sendable { case file, directory, exists, executable }

  /// Reads the words of an `if`, the parentheses glued or not (`ngx_http_rewrite_if_condition`).
  init(_ arguments: ArraySlice<Argument>) {
    var words = arguments.map(\.bytes)
    guard words.first?.first == UInt8(ascii: "("), words.last?.last == UInt8(ascii: ")") else {
      self = .malformed
      return
    }
    if words[0].count == 1 { words.removeFirst() } else { words[0].removeFirst() }
    if let last = words.indices.last {
      if words[last].count == 1 { words.removeLast() } else { words[last].removeLast() }
    }
    self = Self.read(words)
  }

  private static func read(_ words: [ByteText]) -> NginxCondition {
    guard let first = words.first, !first.isEmpty else { return .malformed }
    if first.count > 1, first[0] == UInt8(ascii: "$") {
      let name = first.from(1).string
      if words.count == 1 { return .isSet(name) }
      guard words.count == 3 else { return .malformed }
      switch words[1] {
      case "=": return .equals(name, NginxText(words[2]), isNegative: false)
      case "!=": return .equals(name, NginxText(words[2]), isNegative: true)
      case "~": return .matches(name, NginxPattern(words[2], ignoresCase: false), isNegative: false)
      case "~*": return .matches(name, NginxPattern(words[2], ignoresCase: true), isNegative: false)
      case "!~": return .matches(name, NginxPattern(words[2], ignoresCase: false), isNegative: true)
      case "!~*": return .matches(name, NginxPattern(words[2], ignoresCase: true), isNegative: true)
      default: return .malformed
      }
    }
    guard words.count == 2 else { return .malformed }
    let isNegative = first[0] == UInt8(ascii: "!")
    let tests: [ByteText: FileTest] = ["-f": .file, "-d": .directory, "-e": .exists, "-x": .executable]
    guard let test = tests[isNegative ? first.from(1) : first] else { return .malformed }
    return .file(test, NginxText(words[1]), isNegative: isNegative)
  }
}
