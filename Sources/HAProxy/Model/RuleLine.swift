import Diagnostics
import ProxyConfig

/// A line of `http-request`, `http-response`, `http-after-response`, `redirect` or `tcp-request`.
struct RuleLine: Sendable {
  let action: Action
  let condition: Condition?
  let place: Place

  enum Action: Sendable {
    case allow
    /// `deny`, `tarpit`: the status counts where the reply has none of its own.
    case deny(Reply)
    case tarpit(Reply)
    case reply(Reply)
    /// `reject`, `silent-drop`: no answer at all.
    case close
    case authenticate
    case redirect(Redirect)
    case setHeader(String, Format, adds: Bool)
    case deleteHeader(String, Matching)
    /// `replace-header`, or, when each part between commas is taken by itself, `replace-value`.
    case replaceHeader(String, Pattern, Format, parts: Bool)
    case setMethod(Format)
    case setTarget(TargetPart, Format)
    case replaceTarget(TargetPart, Pattern, Format)
    case setVariable(String, Expression)
    case setVariableText(String, Format)
    case unsetVariable(String)
    case setStatus(Int)
    case setServerTimeout
    case forbidRetry
    /// A service or a script of which nothing is known.
    case foreign(String)
    /// Nothing that an answer depends on.
    case nothing

    /// A request that it applies to gets to no server.
    var turnsAway: Bool {
      switch self {
      case .deny, .tarpit, .reply, .close, .redirect: true
      default: false
      }
    }
  }

  enum TargetPart: Sendable { case path, pathAndQuery, query, all }

  struct Redirect: Sendable {
    enum Kind: Sendable { case location, prefix, scheme }
    var kind = Kind.location
    var format: Format
    var code = 302
    var dropsQuery = false
    var appendsSlash = false
    var ignoresEmpty = false
  }
}
