public import Diagnostics
import ProxyConfig

/// What a configuration means: servers with their sections.
public struct ApacheModel: Sendable {
  public let config: ApacheConfig
  /// The main server is the first.
  let servers: [Server]
  let listens: [ListenAddress]
  /// What is wrong with values, beside what the reader found.
  public let problems: Report

  /// Everything that keeps httpd from starting, and warnings.
  public var report: Report {
    var all = config.report
    all.add(problems)
    return all
  }

  public init(_ config: ApacheConfig) {
    var builder = ModelBuilder(config)
    builder.build()
    self.config = config
    servers = builder.servers
    listens = builder.listens
    problems = Report(builder.problems)
  }
}

/// Builds the model while it goes through the directives.
struct ModelBuilder {
  let config: ApacheConfig
  var servers: [Server] = []
  var listens: [ListenAddress] = []
  var problems: [Diagnostic] = []
  var lastNumber = 0

  init(_ config: ApacheConfig, firstNumber: Int = 0) { (self.config, lastNumber) = (config, firstNumber) }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  mutating func fail(_ id: String, _ message: String, _ place: Place, help: String? = nil, notes: [String] = []) {
    problems.append(Diagnostic(id, .error, message, at: place, notes: notes, help: help))
  }

  mutating func build() {
    var hosts: [(Directive, Server)] = []
    var main = Server(number: nextNumber(), place: nil)
    let all = config.directives.effective
    read(all.filter { $0.name != "<VirtualHost>" }, into: &main)
    for directive in all where directive.name == "<VirtualHost>" {
      var server = Server(number: nextNumber(), place: directive.place)
      for word in directive.arguments {
        if let address = ListenAddress(word.value) {
          server.addresses.append(address)
        } else if !word.value.contains("${") {
          fail("virtual-host-address", "\(word.value) is no address of a virtual host", word.place)
        }
      }
      read((directive.block ?? []).effective, into: &server)
      hosts.append((directive, server))
    }
    finish(&main)
    servers = [main] + hosts.map { merged($0.1, into: main) }
  }

  private mutating func read(_ directives: [Directive], into server: inout Server) {
    var settings = SettingsReader(builder: self, context: .server)
    for directive in directives { settings.read(directive, server: &server) }
    settings.finish()
    var own = settings.settings
    self = settings.builder
    server.rewriting = own.rewriting
    // Of the server's rules only the switch reaches the sections.
    own.rewriting?.rules = []
    server.settings = own
  }

  /// A virtual host with what the main server gives it.
  private mutating func merged(_ host: Server, into main: Server) -> Server {
    var server = host
    server.documentRoot = host.documentRoot ?? main.documentRoot
    server.settings = main.settings.merged(with: host.settings)
    server.aliasEntries = host.aliasEntries + main.aliasEntries
    server.redirects = host.redirects + main.redirects
    server.proxyPasses = main.proxyPasses + host.proxyPasses
    server.directories = main.directories + host.directories
    server.locations = main.locations + host.locations
    server.proxies = main.proxies + host.proxies
    server.balancers = main.balancers.merging(host.balancers) { $1 }
    server.mergesSlashes = host.mergesSlashes && main.mergesSlashes
    server.sslProxyEngine = host.sslProxyEngine || main.sslProxyEngine
    server.tunnelsWebsockets = host.tunnelsWebsockets || main.tunnelsWebsockets
    server.timeout = host.timeout ?? main.timeout
    server.proxyTimeout = host.proxyTimeout ?? main.proxyTimeout
    if host.accessFile == [".htaccess"] { server.accessFile = main.accessFile }
    var rewriting = host.rewriting ?? Rewriting()
    let outer = main.rewriting ?? Rewriting()
    let inherits = rewriting.options.contains("inherit") || outer.options.contains("inheritdown")
    let inheritsBefore = rewriting.options.contains("inheritbefore") || outer.options.contains("inheritdownbefore")
    if inherits {
      rewriting.rules += outer.rules
    } else if inheritsBefore {
      rewriting.rules = outer.rules + rewriting.rules
    }
    if inherits || inheritsBefore { rewriting.maps.merge(outer.maps) { own, _ in own } }
    rewriting.isOn = rewriting.isOn ?? outer.isOn
    server.rewriting = rewriting
    finish(&server)
    return server
  }

  /// Sections of folders in the order of `ap_core_reorder_directories`: by depth, patterns last.
  private func finish(_ server: inout Server) {
    func depth(_ section: Section) -> Int {
      switch section.match {
      case .pattern: Int.max
      case .prefix(let path), .glob(let path): DirectoryDepth.of(path)
      }
    }
    server.directories = server.directories.enumerated().sorted {
      (depth($0.element), $0.offset) < (depth($1.element), $1.offset)
    }.map(\.element)
  }
}

/// How deep a folder lies; `/` is the first.
enum DirectoryDepth {
  static func of(_ path: ByteText) -> Int { path.reduce(0) { $0 + ($1 == UInt8(ascii: "/") ? 1 : 0) } }
}

extension [Directive] {
  /// The directives as httpd executes them: includes, uses of macros and conditional sections in place.
  var effective: [Directive] {
    flatMap { directive -> [Directive] in
      if let files = directive.included { return files.flatMap { $0.directives.effective } }
      switch directive.name {
      case "<IfModule>", "<IfDefine>", "<IfVersion>", "<IfFile>", "<IfDirective>", "<IfSection>":
        return (directive.block ?? []).effective
      default: return [directive]
      }
    }
  }
}
