import Diagnostics
import ProxyConfig

/// One line of mod_headers about the answer.
struct HeaderEdit: Sendable {
  enum Condition: Sendable {
    case always
    case environment(String, isNegated: Bool)
    case expression(Expression)
    /// A condition that this program cannot read.
    case opaque
  }

  /// `set`, `append`, `add`, `merge`, `setifempty`, `unset`, `edit`, `edit*`, `note` or `echo`.
  let action: String
  /// In small letters.
  let name: String
  let value: ByteText
  /// Of `always`: also on answers of httpd's own making.
  let isForErrors: Bool
  let condition: Condition
  let place: Place
}

/// A variable that is set for a request.
struct EnvironmentEdit: Sendable {
  enum Source: Sendable {
    /// `SetEnvIf`: an attribute of the request and a pattern.
    case attribute(String, Pattern)
    case expression(Expression)
    /// `SetEnv`, which comes too late for `Require`.
    case late
    case unset
  }

  let source: Source
  /// Name, value and whether it is taken away.
  let assignments: [(name: String, value: ByteText, isRemoved: Bool)]
  let place: Place
}
