/// One level of configuration: `http`, a server, a location, an `if` or a `limit_except`.
///
/// nginx gives each of them a configuration of its own and merges it with the one around it when it has read
/// everything. Here a scope keeps what is written in it, and a look-up walks outwards.
///
/// A class, because traces ask it at every step. The model fills it while it is made; nobody changes it afterwards.
public final class NginxScope: @unchecked Sendable {
  public enum Kind: Sendable {
    case http
    case server
    case location(NginxLocationName)
    /// An `if` inside a location.
    case condition
    /// `limit_except`, with the methods that are let through.
    case limitExcept([String])
  }

  public let id: Int
  public let parent: Int?
  public let kind: Kind
  /// The block itself; nil for a server or `http` that a fragment leaves out.
  public let directive: Directive?
  /// The directives written in this scope, by name, in their order.
  public internal(set) var settings: [String: [Directive]] = [:]
  /// The rewrite module's instructions.
  public internal(set) var script: [NginxStatement] = []
  /// Nested locations without a regular expression.
  public internal(set) var plainLocations: [Int] = []
  /// Nested locations with a regular expression, in file order.
  public internal(set) var regexLocations: [Int] = []
  /// `location @name`, for a server.
  public internal(set) var namedLocations: [ByteText: Int] = [:]
  /// The scope for methods its `limit_except` does not list.
  public internal(set) var limitExcept: Int?

  init(id: Int, parent: Int?, kind: Kind, directive: Directive?) {
    self.id = id
    self.parent = parent
    self.kind = kind
    self.directive = directive
  }

  public var name: NginxLocationName? {
    if case .location(let name) = kind { name } else { nil }
  }

  /// What the scope is called in a story: `location = /502.html`.
  public var title: String {
    directive?.headline ?? "server"
  }
}

/// What stands after `location`.
public enum NginxLocationName: Sendable {
  case exact(ByteText)
  case prefix(ByteText, stopsRegex: Bool)
  case regex(NginxPattern)
  case named(ByteText)

  /// Reads the one or two words, the modifier glued or not (`ngx_http_core_location`).
  init?(_ directive: Directive) {
    guard let first = directive.argument(1) else { return nil }
    if let second = directive.argument(2) {
      switch first {
      case "=": self = .exact(second)
      case "^~": self = .prefix(second, stopsRegex: true)
      case "~": self = .regex(NginxPattern(second, ignoresCase: false))
      case "~*": self = .regex(NginxPattern(second, ignoresCase: true))
      default: return nil
      }
    } else if first.hasPrefix("=") {
      self = .exact(first.from(1))
    } else if first.hasPrefix("^~") {
      self = .prefix(first.from(2), stopsRegex: true)
    } else if first.hasPrefix("~*") {
      self = .regex(NginxPattern(first.from(2), ignoresCase: true))
    } else if first.hasPrefix("~") {
      self = .regex(NginxPattern(first.from(1), ignoresCase: false))
    } else if first.hasPrefix("@") {
      self = .named(first)
    } else {
      self = .prefix(first, stopsRegex: false)
    }
  }

  /// The name as nginx keeps it, the modifier gone; a regular expression's text for a regex location.
  public var text: ByteText {
    switch self {
    case .exact(let text), .prefix(let text, _), .named(let text): text
    case .regex(let pattern): pattern.text
    }
  }
}
