/// Handlers with the conditions under which they run (`caddyhttp.Route`).
public struct CaddyRoute: Sendable {
  /// Of the routes in one group only the first that matches runs.
  public var group: String?
  /// One of these must match; none at all matches everything.
  public var matcherSets: [CaddyMatcherSet]
  public var handlers: [CaddyHandler]
  public var isTerminal: Bool

  public init(
    group: String? = nil, matcherSets: [CaddyMatcherSet] = [], handlers: [CaddyHandler] = [], isTerminal: Bool = false
  ) {
    self.group = group
    self.matcherSets = matcherSets
    self.handlers = handlers
    self.isTerminal = isTerminal
  }
}

/// Matchers that must all match.
public struct CaddyMatcherSet: Sendable, Hashable {
  /// Sorted by name, as the set has no order of its own.
  public var matchers: [CaddyMatcher]

  public init(_ matchers: [CaddyMatcher]) {
    self.matchers = matchers.sorted { $0.name < $1.name }
  }
}

/// One condition on a request (`http.matchers.*`).
public indirect enum CaddyMatcher: Sendable, Hashable {
  case host([ByteText])
  case path([ByteText])
  case pathRegexp(CaddyRegexp)
  case method([ByteText])
  case query([CaddyField])
  case header([CaddyField])
  case headerRegexp([CaddyNamedRegexp])
  case protocols(ByteText)
  case not([CaddyMatcherSet])
  case expression(ByteText, name: ByteText)
  case file(CaddyFileMatcher)
  case vars([CaddyField])
  case varsRegexp([CaddyNamedRegexp])
  case remoteIP([ByteText], forwarded: Bool)
  case clientIP([ByteText])
  case tls
  /// A matcher this model does not know.
  case unknown(ByteText)

  var name: String {
    switch self {
    case .host: "host"
    case .path: "path"
    case .pathRegexp: "path_regexp"
    case .method: "method"
    case .query: "query"
    case .header: "header"
    case .headerRegexp: "header_regexp"
    case .protocols: "protocol"
    case .not: "not"
    case .expression: "expression"
    case .file: "file"
    case .vars: "vars"
    case .varsRegexp: "vars_regexp"
    case .remoteIP: "remote_ip"
    case .clientIP: "client_ip"
    case .tls: "tls"
    case .unknown(let name): name.string
    }
  }
}

/// A field with the values it may have; nil means that it must be absent.
public struct CaddyField: Sendable, Hashable {
  public var name: ByteText
  public var values: [ByteText]?

  public init(_ name: ByteText, _ values: [ByteText]?) {
    self.name = name
    self.values = values
  }
}

public struct CaddyRegexp: Sendable, Hashable {
  public var name: ByteText
  public var pattern: ByteText

  public init(name: ByteText = "", pattern: ByteText) {
    self.name = name
    self.pattern = pattern
  }
}

public struct CaddyNamedRegexp: Sendable, Hashable {
  public var field: ByteText
  public var regexp: CaddyRegexp

  public init(_ field: ByteText, _ regexp: CaddyRegexp) {
    self.field = field
    self.regexp = regexp
  }
}

/// Looks for files (`http.matchers.file`).
public struct CaddyFileMatcher: Sendable, Hashable {
  public var root: ByteText = ""
  /// Nil means the request's own path.
  public var tryFiles: [ByteText]?
  public var policy: ByteText = ""
  public var splitPath: [ByteText] = []
  public var fileSystem: ByteText = ""

  public init(tryFiles: [ByteText]? = nil) {
    self.tryFiles = tryFiles
  }
}
