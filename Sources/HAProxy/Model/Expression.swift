import Diagnostics
import ProxyConfig

/// A sample expression: where a value comes from, and what is made of it, such as `req.hdr(host),lower`.
struct Expression: Sendable {
  struct Call: Sendable {
    var name: String
    var arguments: [String]
    /// What the first argument is, once it has been read: the regular expression of `regsub` or `map_reg`'s table.
    var pattern: Pattern?
    var table: Table?
  }

  var fetch: Call
  var converters: [Call]
  /// As it is written.
  let text: String
  let place: Place
}

/// The entries of a map file, or of a list of patterns, in the order of the file.
struct Table: Sendable {
  struct Entry: Sendable {
    let key: ByteText
    let value: ByteText
    /// The key as a regular expression, for tables that are searched so.
    let pattern: Pattern?
  }

  let entries: [Entry]
  /// The values by key, for tables that are searched for whole keys.
  let byKey: [ByteText: ByteText]
}

/// Text with values in it, as in log formats: `https://%[req.hdr(host)]%[path]`.
struct Format: Sendable {
  enum Part: Sendable {
    case text(ByteText)
    case sample(Expression)
    /// A variable of the log, such as `%HM` or `%ci`.
    case variable(String)
  }

  let parts: [Part]
  let place: Place
}

/// How a value is compared with the patterns of an ACL (manual, section 7.1).
enum Matching: String, Sendable {
  case found, bool, int, ip, bin, len, str, beg, sub, reg, end, dir, dom
}

/// One comparison: an expression and the patterns of which one must match.
struct Comparison: Sendable {
  enum NumberTest: Sendable { case equal, greaterOrEqual, greater, lessOrEqual, less }

  enum Candidate: Sendable {
    case text(ByteText)
    case pattern(Pattern)
    case range(ClosedRange<Int>)
    case network(AddressRange)
  }

  let expression: Expression
  let matching: Matching?
  let ignoresCase: Bool
  let candidates: [Candidate]
  /// A list of further patterns that is not on this machine.
  let unseenList: String?
  /// As it is written.
  let text: String
}

/// `if` or `unless`: alternatives, each of terms that must all hold.
struct Condition: Sendable {
  struct Term: Sendable {
    let isNegated: Bool
    /// Several for an `acl` that is declared several times; one that holds is enough.
    let comparisons: [Comparison]
  }

  let isUnless: Bool
  let alternatives: [[Term]]
  let place: Place
}
