import Diagnostics
import ProxyConfig

/// What mod_rewrite is told at one level.
struct Rewriting: Sendable {
  var isOn: Bool?
  var base: ByteText?
  var options: Set<String> = []
  var rules: [RewriteRule] = []
  /// The folder or path the rules belong to; nil at the server's level.
  var directory: ByteText?
  var place: Place?
  /// Rewrite maps, of which only those of plain text and the internal functions are known.
  var maps: [String: String] = [:]

  /// Rules of an outer section do not hold in an inner one, unless it inherits them (`config_perdir_merge`).
  func merged(with inner: Rewriting) -> Rewriting {
    var all = inner
    all.isOn = inner.isOn ?? isOn
    if inner.options.isEmpty { all.options = options }
    all.maps = maps.merging(inner.maps) { $1 }
    let takes = all.options.contains("inherit") || options.contains("inheritdown")
    let takesBefore = all.options.contains("inheritbefore") || options.contains("inheritdownbefore")
    if takes { all.rules = inner.rules + rules } else if takesBefore { all.rules = rules + inner.rules }
    return all
  }
}

/// One `RewriteRule` with the conditions before it.
struct RewriteRule: Sendable {
  /// Number of the scope for events.
  let number: Int
  let pattern: Pattern
  let isNegated: Bool
  /// The replacement as it is written; `-` for none.
  let output: ByteText
  let flags: RewriteFlags
  let conditions: [RewriteCondition]
  let place: Place

  /// Whether the replacement ends in `?`, which drops the query.
  let dropsQuery: Bool
  var isMatchOnly: Bool { output == "-" || flags.status != nil }
}

/// One `RewriteCond`.
struct RewriteCondition: Sendable {
  enum Test: Sendable {
    case pattern(Pattern)
    case expression(Expression)
    /// `-f`, `-d`, `-s` and the like.
    case file(String)
    /// `<`, `>=`, `=` and the text to compare with.
    case text(String, ByteText)
    /// `-eq` and the like.
    case number(String, Int)
  }

  let input: ByteText
  let test: Test
  let isNegated: Bool
  let ignoresCase: Bool
  let isOr: Bool
  let place: Place
}

/// The flags of a `RewriteRule`.
struct RewriteFlags: Sendable {
  /// A status that is no redirect: the rule ends the request with it.
  var status: Int?
  /// An explicit redirect, and its status.
  var redirect: Int?
  /// `R` stands there, whatever its status.
  var isForced = false
  var isLast = false
  var isEnd = false
  var isProxy = false
  var passesThrough = false
  var isChained = false
  var startsAgain = false
  var skip = 0
  var ignoresCase = false
  var keepsEscapes = false
  var appendsQuery = false
  var discardsQuery = false
  var splitsAtLast = false
  var escapesReferences = false
  var skipsSubrequests = false
  var discardsPathInfo = false
  var allowsUnsafePrefix = false
  var allowsEncodedQuestionMark = false
  var environment: [ByteText] = []
  var handler: ByteText?

  /// Reads `[L,R=301]`, brackets or not; the error is what is wrong, to stand after "the flag".
  init(_ text: ByteText) throws(Refusal) {
    var words = text.string
    if words.hasPrefix("["), words.hasSuffix("]") { words = String(words.dropFirst().dropLast()) }
    for part in words.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = pair[0].filter { !$0.isWhitespace }
      if key.isEmpty { continue }
      let value = pair.count > 1 ? String(pair[1]).trimmingBlanks : ""
      try set(key.lowercased(), value, key)
    }
  }

  init() {}

  struct Refusal: Error { let reason: String }

  private mutating func set(_ key: String, _ value: String, _ written: String) throws(Refusal) {
    switch key {
    case "b", "backrefescaping", "bctls", "bne", "bnp", "backrefernoplus": escapesReferences = true
    case "c", "chain": isChained = true
    case "co", "cookie": break
    case "dpi", "discardpath": discardsPathInfo = true
    case "e", "env": environment.append(ByteText(value))
    case "end": isEnd = true
    case "f", "forbidden": status = 403
    case "g", "gone": status = 410
    case "h", "handler": handler = ByteText(value)
    case "l", "last": isLast = true
    case "ne", "noescape": keepsEscapes = true
    case "n", "next": startsAgain = true
    case "ns", "nosubreq": skipsSubrequests = true
    case "nc", "nocase": ignoresCase = true
    case "p", "proxy": isProxy = true
    case "pt", "passthrough": passesThrough = true
    case "qsa", "qsappend": appendsQuery = true
    case "qsd", "qsdiscard": discardsQuery = true
    case "qsl", "qslast": splitsAtLast = true
    case "r", "redirect": try setRedirect(value)
    case "s", "skip": skip = Int(value) ?? 0
    case "t", "type", "unc": break
    case "unsafeprefixstat": allowsUnsafePrefix = true
    case "unsafeallow3f": allowsEncodedQuestionMark = true
    case _ where key.hasPrefix("d"): break
    default: throw Refusal(reason: "\(written) does not exist")
    }
  }

  private mutating func setRedirect(_ value: String) throws(Refusal) {
    isForced = true
    switch value.lowercased() {
    case "", "temp": redirect = 302
    case "permanent": redirect = 301
    case "seeother": redirect = 303
    default:
      guard let first = value.first, first.isNumber else {
        redirect = 0
        return
      }
      let code = Int(value.prefix { $0.isNumber }) ?? 0
      guard StatusCodes.known.contains(code) else {
        throw Refusal(reason: "R=\(value) has a status that httpd does not know")
      }
      if 300..<400 ~= code { redirect = code } else { status = code }
    }
  }
}

extension StringProtocol {
  /// Without the blanks at both ends.
  var trimmingBlanks: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
