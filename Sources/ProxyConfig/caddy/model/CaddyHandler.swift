public import Diagnostics

/// One thing done with a request, and the words of the configuration that ask for it.
public struct CaddyHandler: Sendable {
  public var kind: Kind
  public var place: Place?
  /// All its words, those of its block too.
  public var extent: Place?

  public init(_ kind: Kind, at place: Place? = nil, extent: Place? = nil) {
    self.kind = kind
    self.place = place
    self.extent = extent
  }

  public indirect enum Kind: Sendable {
    case subroute(routes: [CaddyRoute], errors: [CaddyRoute]?)
    case staticResponse(CaddyStaticResponse)
    case error(message: ByteText, status: ByteText)
    case fileServer(CaddyFileServer)
    case reverseProxy(CaddyReverseProxy)
    case rewrite(CaddyRewrite)
    case headers(request: CaddyHeaderOperations?, response: CaddyResponseHeaders?)
    case vars([CaddyVariable])
    case intercept([CaddyResponseHandler])
    case copyResponse(status: ByteText)
    case copyResponseHeaders(include: [ByteText], exclude: [ByteText])
    case invoke(ByteText)
    case encode
    case templates
    case requestBody(limit: Int?)
    case authentication
    case map(CaddyMap)
    /// Does nothing to the answer: logging, tracing, server push.
    case transparent(String)
    /// A handler this model does not know.
    case unknown(String)
  }
}

/// `respond`, `redir`, `abort` (`http.handlers.static_response`).
public struct CaddyStaticResponse: Sendable, Hashable {
  public var status: ByteText = ""
  public var headers: [CaddyField] = []
  public var body: ByteText = ""
  public var closes = false
  public var aborts = false

  public init() {}
}

/// `file_server`.
public struct CaddyFileServer: Sendable, Hashable {
  public var root: ByteText = ""
  public var hide: [ByteText] = []
  /// Nil means `index.html` and `index.txt`.
  public var indexNames: [ByteText]?
  public var isBrowsing = false
  public var hasCanonicalURIs = true
  public var status: ByteText = ""
  public var passesThrough = false
  public var precompressed: [ByteText] = []
  public var fileSystem: ByteText = ""
  public var etagExtensions: [ByteText] = []

  public init() {}
}

/// `rewrite`, `uri`, `method` (`http.handlers.rewrite`).
public struct CaddyRewrite: Sendable, Hashable {
  public struct Substring: Sendable, Hashable {
    public var find: ByteText
    public var replacement: ByteText
    public var limit: Int
  }

  public struct QueryOperation: Sendable, Hashable {
    public enum Kind: Sendable, Hashable, CaseIterable { case rename, set, add, replace, delete }
    public var kind: Kind
    public var key: ByteText
    public var value: ByteText = ""
    public var search: ByteText = ""
    public var searchRegexp: ByteText = ""
  }

  public var method: ByteText = ""
  public var uri: ByteText = ""
  public var stripPrefix: ByteText = ""
  public var stripSuffix: ByteText = ""
  public var substrings: [Substring] = []
  public var pathRegexps: [Substring] = []
  public var query: [QueryOperation]?

  public init() {}
}

/// Changes to a set of headers (`headers.HeaderOps`).
public struct CaddyHeaderOperations: Sendable, Hashable {
  public struct Replacement: Sendable, Hashable {
    public var field: ByteText
    public var search: ByteText = ""
    public var searchRegexp: ByteText = ""
    public var replacement: ByteText
  }

  public var add: [CaddyField] = []
  public var set: [CaddyField] = []
  public var delete: [ByteText] = []
  public var replace: [Replacement] = []

  public init() {}
  public var isEmpty: Bool { add.isEmpty && set.isEmpty && delete.isEmpty && replace.isEmpty }
}

/// Changes to the answer's headers, at once or when they are written.
public struct CaddyResponseHeaders: Sendable, Hashable {
  public var operations = CaddyHeaderOperations()
  public var require: CaddyResponseMatcher?
  public var isDeferred = false

  public init() {}
  public var isEmpty: Bool { self == CaddyResponseHeaders() }
}

public struct CaddyResponseMatcher: Sendable, Hashable {
  /// 502, or 5 for the whole class; nil matches every status.
  public var statuses: [Int]?
  public var headers: [CaddyField] = []

  public init() {}
}

/// What happens with an upstream's answer (`handle_response`, `replace_status`).
public struct CaddyResponseHandler: Sendable {
  public var match: CaddyResponseMatcher?
  public var status: ByteText = ""
  public var routes: [CaddyRoute] = []
  public var place: Place?

  public init() {}
}

public struct CaddyVariable: Sendable, Hashable {
  public enum Value: Sendable, Hashable { case text(ByteText), other(ByteText) }
  public var name: ByteText
  public var value: Value

  public init(_ name: ByteText, _ value: Value) {
    self.name = name
    self.value = value
  }
}

/// `map`: placeholders whose value depends on another one.
public struct CaddyMap: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    public var input: ByteText
    public var regexp: ByteText
    /// Nil means the default.
    public var outputs: [ByteText?]
  }

  public var source: ByteText
  public var destinations: [ByteText]
  public var entries: [Entry]
  public var defaults: [ByteText]
}
