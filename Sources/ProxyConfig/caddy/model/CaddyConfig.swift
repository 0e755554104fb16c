public import Diagnostics

/// What a Caddy configuration means for a request: its HTTP servers with their routes.
///
/// The same for a Caddyfile and for JSON: a Caddyfile is adapted first, exactly as Caddy does it.
public struct CaddyConfig: Sendable {
  public let release: CaddyRelease
  /// The Caddyfile as a tree of directives, imports already in place; empty for JSON.
  public let tree: ConfigTree
  public internal(set) var servers: [CaddyServer] = []
  /// The variables of Caddy's process, as far as they are known.
  public internal(set) var environment: [String: String] = [:]
  /// What was taken for variables that are not among them.
  public internal(set) var standIns: [String: String] = [:]
  public internal(set) var httpPort = 80
  public internal(set) var httpsPort = 443
  /// Everything found: what makes Caddy refuse the configuration, and what only looks wrong.
  public internal(set) var report: Report
  /// The first reason why Caddy would not even adapt the configuration (`caddy adapt`).
  public internal(set) var refusal: Diagnostic?
  /// The first reason why Caddy would not start with it, although `caddy adapt` is content.
  public internal(set) var startFailure: Diagnostic?
  /// Apps or options this model does not know and that may change the answer.
  public internal(set) var unknowns: [Diagnostic] = []

  init(release: CaddyRelease, tree: ConfigTree, report: Report) {
    self.release = release
    self.tree = tree
    self.report = report
  }

  /// The tree with everything that was found, not only what spoils the syntax.
  public var judgedTree: ConfigTree {
    ConfigTree(kind: .caddy, main: tree.main, directives: tree.directives, sources: tree.sources, report: report)
  }

  /// Whether `caddy adapt` takes the configuration.
  public var isAccepted: Bool { refusal == nil }
}

/// One HTTP server: the addresses it listens on and what it does with a request.
public struct CaddyServer: Sendable {
  public var name: String
  public var listens: [CaddyListen]
  /// The sites' addresses as a Caddyfile writes them, the most specific first; JSON has none.
  public var sites: [CaddySiteAddress] = []
  public var routes: [CaddyRoute] = []
  /// The routes for errors; nil when there are none.
  public var errorRoutes: [CaddyRoute]?
  public var namedRoutes: [ByteText: CaddyRoute] = [:]
  /// Connections are encrypted on every port but the HTTP one.
  public var hasTLS = false
  /// The configuration brings certificates of its own, or makes one for whatever name is asked for.
  public var hasCertificates = false
  public var automatic = AutomaticHTTPS()
  /// Answers with a connection error to hosts that are not the ones of the handshake.
  public var isStrictAboutNames = false
  public var trustsProxies = false

  /// What automatic HTTPS is told to leave alone.
  public struct AutomaticHTTPS: Sendable, Hashable {
    public var isDisabled = false
    public var hasNoRedirects = false
    public var hasNoCertificates = false
    public var skipped: Set<ByteText> = []

    public init() {}
  }

  public init(name: String, listens: [CaddyListen]) {
    self.name = name
    self.listens = listens
  }
}

/// One of a site's addresses on a server.
public struct CaddySiteAddress: Sendable {
  /// Empty for every host.
  public let host: ByteText
  public let place: Place
}

/// Where a server listens.
public struct CaddyListen: Sendable, Hashable {
  public var network: String
  public var host: ByteText
  public var firstPort: Int
  public var lastPort: Int

  public init(network: String = "tcp", host: ByteText = "", firstPort: Int, lastPort: Int) {
    self.network = network
    self.host = host
    self.firstPort = firstPort
    self.lastPort = lastPort
  }

  public func covers(_ port: Int) -> Bool { network.hasPrefix("tcp") && firstPort <= port && port <= lastPort }
}

extension CaddyListen {
  /// Whether it hears all addresses of the machine.
  public var isEverywhere: Bool { host.isEmpty || host == "0.0.0.0" || host == "::" || host == "[::]" }
}
