import Diagnostics
public import ProxyConfig

/// What a `defaults` section can set, and the sections that follow it inherit.
struct Settings: Sendable {
  enum Mode: String, Sendable { case tcp, http, health }

  var mode = Mode.tcp
  var pages: [PageLine] = []
  var acls: [String: [Comparison]] = [:]
  var requestRules: [RuleLine] = []
  var responseRules: [RuleLine] = []
  var afterRules: [RuleLine] = []
  var contentRules: [RuleLine] = []
  var defaultBackend: (name: String, place: Place)?
  var monitorURI: (uri: ByteText, place: Place)?
  var stats = Stats()
  var retries = 3
  /// The failures after which the request is sent again.
  var retryOn: Set<String> = ["conn-failure"]
  /// The retries between changes of the server; negative counts from the last one, and nil is never.
  var redispatch: Int?
  var balance = "roundrobin"
  var usesAllBackups = false
  var persistsByCookie = false
  var timeouts: [String: Place] = [:]
  /// `option forwardfor`: the header that tells servers the visitor's address.
  var forwardedFor: ForwardedFor?
  var isDisabled = false
  var defaultServer = ServerOptions()

  struct Stats: Sendable {
    var isOn = false
    var uri: ByteText = "/haproxy?stats"
    var needsPassword = false
    var place: Place?
  }
}

struct ForwardedFor: Sendable {
  var header = "x-forwarded-for"
  /// Only where the visitor has not sent one.
  var isOnlyIfNone = false
  var exceptions: [AddressRange] = []
}

struct ServerOptions: Sendable {
  var isTLS = false
  /// The connection is HTTP/2's from its first byte (`proto h2`).
  var speaksHTTP2 = false
  var isBackup = false
  var isChecked = false
  var isDisabled = false
  var weight = 1
}

/// A `frontend`, a `backend` or, being both, a `listen`.
struct ProxySection: Sendable {
  /// Its position among the sections: what events call a location.
  let number: Int
  let name: String
  let directive: Directive
  let isFrontend: Bool
  let isBackend: Bool
  var settings: Settings
  var binds: [Bind] = []
  var servers: [Server] = []
  var useBackends: [Choice] = []
  var useServers: [Choice] = []
  var redirects: [RuleLine] = []
  var monitorFailures: [Condition] = []
  /// The pages for the codes HAProxy makes itself, once `http-errors` sections are known.
  var pages: [Int: Reply] = [:]
  /// Lines whose effect on answers is not modelled.
  var foreign: [Directive] = []

  /// The directive's first line without its block.
  var place: Place {
    let end = directive.words.last?.range.upperBound ?? directive.range.upperBound
    return directive.source.place(directive.range.lowerBound..<end)
  }

  /// `use_backend` or `use-server`.
  struct Choice: Sendable {
    let target: Format
    let condition: Condition?
    let place: Place
  }

  struct Bind: Sendable {
    /// Empty for all addresses.
    let address: String
    let ports: ClosedRange<Int>
    let isTLS: Bool
    let demandsCertificate: Bool
    let place: Place
  }

  struct Server: Sendable {
    let name: String
    /// As failures name it: `127.0.0.1:9000`, `unix:/run/app.sock`.
    let address: String
    let options: ServerOptions
    let place: Place
  }
}

/// What a configuration means.
public struct HAProxyModel: Sendable {
  /// What was read, with everything HAProxy would refuse to start with in its report.
  public let tree: ConfigTree
  let sections: [ProxySection]
  /// The pages of `http-errors` sections by name.
  let pageSets: [String: [Int: Reply]]
  /// `tune.bufsize`, which a page must fit into.
  let bufferSize: Int
  let files: MachineFiles
  /// The section that is called so and takes requests from frontends.
  func backend(_ name: String) -> ProxySection? { sections.first { $0.isBackend && $0.name == name } }
}
