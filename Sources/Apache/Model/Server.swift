import Diagnostics
import ProxyConfig

/// The main server or a virtual host.
struct Server: Sendable {
  /// Number of the scope for events.
  let number: Int
  let place: Place?
  /// Where it is asked; empty for the main server.
  var addresses: [ListenAddress] = []
  /// In small letters, without scheme and port.
  var name: String?
  /// The port of `ServerName`, and its scheme.
  var namePort: Int?
  var aliases: [String] = []
  var documentRoot: ByteText?
  var settings = Settings()
  var aliasEntries: [AliasEntry] = []
  var redirects: [AliasEntry] = []
  var proxyPasses: [ProxyPass] = []
  var directories: [Section] = []
  var locations: [Section] = []
  var proxies: [Section] = []
  var balancers: [String: Balancer] = [:]
  var accessFile = [".htaccess"]
  var mergesSlashes = true
  var usesCanonicalName = false
  var recursionLimit = 10
  var isSSL = false
  var sslProxyEngine = false
  /// mod_proxy_wstunnel keeps websockets to itself (`ProxyWebsocketFallbackToProxyHttp off`).
  var tunnelsWebsockets = false
  var timeout: Int?
  var proxyTimeout: Int?
  var rewriting: Rewriting?

  /// Its own settings, and those of all sections in it.
  var allSettings: [Settings] {
    func inner(_ settings: Settings) -> [Settings] {
      [settings] + settings.files.flatMap { inner($0.settings) } + settings.conditions.flatMap { inner($0.settings) }
    }
    return inner(settings) + (directories + locations).flatMap { inner($0.settings) }
  }

  /// The smallest `LimitRequestBody` of the server and its sections.
  var smallestBodyLimit: Int? { allSettings.compactMap(\.bodyLimit?.bytes).filter { $0 > 0 }.min() }
}

/// `*:80`, `10.0.0.1:443`, `[::1]:80`; no port stands for all.
struct ListenAddress: Sendable, Hashable {
  /// nil for every address.
  let address: String?
  let port: Int?

  init?(_ text: String) {
    var host = text
    var port: Int?
    if let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") {
      let digits = text[text.index(after: colon)...]
      if digits == "*" { port = nil } else if let number = Int(digits) { port = number } else { return nil }
      host = String(text[..<colon])
    } else if let number = Int(text) {
      (host, port) = ("*", number)
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    address =
      host == "*" || host == "_default_" || host == "0.0.0.0" || host == "::" || host.isEmpty ? nil : host.lowercased()
    self.port = port
  }
}

/// `<Proxy balancer://…>`: servers that share requests.
struct Balancer: Sendable {
  struct Member: Sendable {
    let url: String
    let isDisabled: Bool
    let isStandby: Bool
    let place: Place
  }

  var members: [Member] = []
  var parameters: [String: String] = [:]
}
