import Diagnostics
import ProxyConfig

/// What nginx sends to an upstream (`ngx_http_proxy_create_request` and its like).
extension NginxRun {
  /// The request without its address; nil where nobody reads it.
  func asked(_ module: NginxHandler.Module, _ directive: Directive) -> Outcome.Asked? {
    guard world.machine.tellsStory else { return nil }
    // What is worked out here leaves nothing behind.
    var run = forked(decider: Decider(), failures: failures)
    return run.written(module, directive)
  }

  private mutating func written(_ module: NginxHandler.Module, _ directive: Directive) -> Outcome.Asked {
    let target = known(directive.argument(1) ?? "")
    var asked = Outcome.Asked(address: "", wireProtocol: Self.wireProtocol(module, target), method: method.name)
    switch module {
    case .proxy:
      if let target { keepHost(of: target) }
      if let method = model.value("proxy_method", in: scope) { asked.method = known(method)?.string ?? method.string }
      asked.uri = target.flatMap { proxyURI($0, directive) }
      writeHeaders(&asked, Self.proxyHeaders, cached: hasCache ? Self.cacheHeaders : [])
    case .grpc:
      asked.uri = resource.isAsSent ? world.request.target : escapedURI(from: 0)
      writeHeaders(&asked, Self.grpcHeaders, cached: [])
      if asked.host == nil { asked.host = target.map { Self.authority($0).string } }
    case .fastcgi, .uwsgi, .scgi: writeParameters(&asked)
    case .memcached: asked.uri = known("$memcached_key")
    }
    return asked
  }

  /// `$proxy_host` and `$proxy_port` (`ngx_http_proxy_set_vars`), also of an address with variables.
  private func keepHost(of target: ByteText) {
    let rest = Self.withoutScheme(target)
    guard !rest.lowercased.hasPrefix("unix:") else {
      variables.kept["proxy_host"] = .text("localhost")
      return
    }
    let usual = target.lowercased.hasPrefix("https:") ? "443" : "80"
    let authority = Self.authority(target)
    let colon = authority.lastIndex(of: UInt8(ascii: ":")).flatMap { authority.from($0).contains("]") ? nil : $0 }
    let port = colon.map { authority.from($0 + 1) } ?? ByteText(usual)
    let host = port == ByteText(usual) ? colon.map { authority.upTo($0) } ?? authority : authority
    (variables.kept["proxy_host"], variables.kept["proxy_port"]) = (.text(host), .text(port))
  }

  private static func wireProtocol(_ module: NginxHandler.Module, _ target: ByteText?) -> Outcome.Asked.WireProtocol {
    let isTLS = target.map { $0.lowercased.hasPrefix(module == .grpc ? "grpcs://" : "https://") } ?? false
    return switch module {
    case .proxy: isTLS ? .https : .http
    case .grpc: isTLS ? .grpcs : .grpc
    case .fastcgi: .fastcgi
    case .uwsgi: .uwsgi
    case .scgi: .scgi
    case .memcached: .memcached
    }
  }

  /// A word with its variables filled in; nil when one of them cannot be known, or could be one thing or another.
  private mutating func known(_ word: ByteText) -> ByteText? {
    do throws(Undecided) {
      let text = try evaluate(word: word)
      return decider.isIdle ? text : nil
    } catch {
      return nil
    }
  }

  // MARK: - Path and query

  /// The URI in a request of `proxy_pass`: its own part takes the place of the location's name.
  ///
  /// - Parameter target: what `proxy_pass` names, variables filled in.
  private func proxyURI(_ target: ByteText, _ directive: Directive) -> ByteText? {
    let own = Self.uriPart(target)
    let isComputed = directive.argument(1).map { $0.contains(UInt8(ascii: "$")) } ?? false
    guard own.isEmpty else {
      if isComputed { return own.first == UInt8(ascii: "?") ? "/" + own : own }
      // After `rewrite … break` the part of `proxy_pass` does not count.
      return resource.isLocationValid ? own + escapedURI(from: locationName(of: directive)) : escapedURI(from: 0)
    }
    return resource.isAsSent ? world.request.target : escapedURI(from: 0)
  }

  /// The path from an offset on, with the query.
  private func escapedURI(from start: Int) -> ByteText {
    let path = resource.uri.from(min(start, resource.uri.count))
    let escaped = line.hasQuotedPath || isInternal ? NginxEscape.uri(path) : path
    return escaped + (resource.arguments.isEmpty ? "" : "?" + resource.arguments)
  }

  /// How long the name of the location is that a pass stands in.
  private func locationName(of directive: Directive) -> Int {
    for scope in model.chain(from: scope) {
      if let name = scope.name { return name.text.count }
    }
    return 0
  }

  /// What follows host and port: from the first slash or question mark.
  private static func uriPart(_ target: ByteText) -> ByteText {
    let rest = withoutScheme(target)
    if rest.lowercased.hasPrefix("unix:") {
      return rest.from(5).cut(":")?.after ?? ""
    }
    return rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }.map { rest.from($0) } ?? ""
  }

  private static func authority(_ target: ByteText) -> ByteText {
    let rest = withoutScheme(target)
    return rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }.map { rest.upTo($0) } ?? rest
  }

  private static func withoutScheme(_ target: ByteText) -> ByteText { target.cut("://")?.after ?? target }

  // MARK: - Headers

  /// What is sent unless the configuration says something else (`ngx_http_proxy_headers`).
  private static let proxyHeaders: [(String, ByteText)] = [
    ("Host", "$proxy_host"), ("Connection", "close"), ("TE", ""), ("Keep-Alive", ""), ("Expect", ""), ("Upgrade", ""),
  ]
  /// Besides these where answers are kept (`ngx_http_proxy_cache_headers`).
  private static let cacheHeaders: [(String, ByteText)] = [
    ("If-Unmodified-Since", ""), ("If-Match", ""), ("Range", ""), ("If-Range", ""), ("If-Modified-Since", ""),
    ("If-None-Match", ""),
  ]
  /// `ngx_http_grpc_headers`.
  private static let grpcHeaders: [(String, ByteText)] = [
    ("TE", "$grpc_internal_trailers"), ("Host", ""), ("Connection", ""), ("Keep-Alive", ""), ("Expect", ""),
    ("Upgrade", ""), ("Transfer-Encoding", ""),
  ]

  private mutating func writeHeaders(
    _ asked: inout Outcome.Asked, _ defaults: [(String, ByteText)], cached: [(String, ByteText)]
  ) {
    let module = asked.wireProtocol == .http || asked.wireProtocol == .https ? "proxy" : "grpc"
    let own = model.settings("\(module)_set_header", in: scope).map {
      ($0.argument(1)?.string ?? "", $0.argument(2) ?? "")
    }
    let named = Set(own.map { $0.0.lowercased() })
    var dropped: Set<String> = []
    for (name, word) in own + (defaults + cached).filter({ !named.contains($0.0.lowercased()) }) {
      let name = name.lowercased()
      if name == "content-length" || name == "transfer-encoding" { continue }
      guard let value = known(word) else { continue }
      if value.isEmpty {
        dropped.insert(name)
      } else if name == "host" {
        // Of several the first counts.
        asked.host = asked.host ?? value.string
      } else {
        asked.headers.append(.init(name, value.shown))
      }
    }
    // A name that is given twice, once with nothing, is sent.
    dropped.subtract(asked.headers.map(\.name))
    if asked.host != nil { dropped.remove("host") }
    let passes = model.flag("\(module)_pass_request_headers", in: scope, default: true)
    asked.dropped = passes ? dropped.sorted() : ["*"]
  }

  private mutating func writeParameters(_ asked: inout Outcome.Asked) {
    let module = asked.wireProtocol.rawValue
    for parameter in model.settings("\(module)_param", in: scope) {
      guard let name = parameter.argument(1), let value = known(parameter.argument(2) ?? "") else { continue }
      if value.isEmpty, parameter.argument(3) == "if_not_empty" { continue }
      asked.headers.append(.init(name.string, value.shown))
    }
    if !model.flag("\(module)_pass_request_headers", in: scope, default: true) { asked.dropped = ["*"] }
  }
}
