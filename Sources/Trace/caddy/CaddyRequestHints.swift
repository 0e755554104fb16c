public import ProxyConfig

/// A request that may get somewhere, and what matchers nobody here knows have to say to it.
public struct CaddyGuess: Sendable, Hashable {
  public let request: Request
  public let verdicts: [String: ByteText]
}

/// What the routes around a handler ask of a request, gathered from outside to inside.
struct CaddyRequestHints {
  /// The hosts that any of the sites' addresses, or a matcher inside, allows; none allows every host.
  private var hosts: [ByteText] = []
  private var pathPattern: ByteText?
  /// Paths that meet the conditions, by all appearances: the last condition's own first.
  private var paths: [ByteText] = []
  /// What `handle_path` and `uri strip_prefix` have taken off so far.
  private var stripped = ByteText()
  private var method = "GET"
  private var headers: [Request.Header] = []
  private var query: [ByteText] = []
  private var client: String?
  /// What matchers nobody here knows are to say.
  private var verdicts: [String: ByteText] = [:]

  /// More ways than this to meet the conditions are not followed.
  private static let mostAlternatives = 8
  private static let mostRequests = 24

  var shownPath: ByteText { pathPattern ?? stripped }
  var hostPattern: ByteText { hosts.first ?? "" }

  mutating func strip(_ prefix: ByteText) { stripped += prefix }

  /// Each way to meet one of the sets.
  static func narrowed(_ hints: [CaddyRequestHints], _ sets: [CaddyMatcherSet]) -> [CaddyRequestHints] {
    guard !sets.isEmpty else { return hints }
    return Array(hints.flatMap { hint in sets.flatMap { hint.narrowed($0) } }.prefix(mostAlternatives))
  }

  private func narrowed(_ set: CaddyMatcherSet) -> [CaddyRequestHints] {
    var all = [self]
    for matcher in set.matchers {
      if case .expression(let text, _) = matcher {
        guard case .success(let expression) = CaddyExpression.parse(text) else { continue }
        all = Array(all.flatMap { $0.narrowed(expression) }.prefix(Self.mostAlternatives))
      } else {
        for index in all.indices { all[index].narrow(matcher) }
      }
    }
    return all
  }

  private mutating func narrow(_ matcher: CaddyMatcher) {
    switch matcher {
    case .host(let wanted): wantHosts(wanted)
    case .path(let patterns): wantPaths(patterns)
    case .pathRegexp(let regexp): wantPath(matching: regexp.pattern)
    case .method(let methods): method = methods.first?.string ?? method
    case .header(let fields):
      for field in fields {
        guard let value = field.values.map({ $0.first ?? "*" }) else { continue }
        let text = value == "*" ? "x" : value.replacing("*", with: "")
        want(header: field.name.string, text.isEmpty ? "x" : text.string)
      }
    case .headerRegexp(let all):
      for one in all {
        guard let text = (try? CaddyPattern(one.regexp.pattern))?.examples.first else { continue }
        want(header: one.field.string, text.string)
      }
    case .query(let fields):
      for field in fields {
        guard let value = field.values?.first else { continue }
        query.append(field.name + "=" + (value == "*" ? "x" : value))
      }
    case .remoteIP(let ranges, _), .clientIP(let ranges): want(clientIn: ranges)
    case .unknown(let name): verdicts["@" + name.string] = "1"
    case .not(let sets):
      // The other way round only what has no more than two ways.
      for case .method(let methods) in sets.flatMap(\.matchers) where methods.contains("GET") {
        method = ["POST", "HEAD", "PUT"].first { !methods.contains(ByteText($0)) } ?? method
      }
    default: break
    }
  }

  /// Each way to meet a condition of the simple kind; what is not understood is taken to hold.
  private func narrowed(_ expression: CaddyExpression) -> [CaddyRequestHints] {
    switch expression {
    case .binary("&&", let left, let right): narrowed(left).flatMap { $0.narrowed(right) }
    case .binary("||", let left, let right): narrowed(left) + narrowed(right)
    default: [with { $0.narrow(expression) }]
    }
  }

  private func with(_ change: (inout CaddyRequestHints) -> Void) -> CaddyRequestHints {
    var copy = self
    change(&copy)
    return copy
  }

  private mutating func narrow(_ expression: CaddyExpression) {
    switch expression {
    case .call(let name, let arguments):
      let texts = arguments.compactMap { if case .text(let text) = $0 { text } else { nil } }
      switch name {
      case "path": wantPaths(texts)
      case "path_regexp": if let pattern = texts.last { wantPath(matching: pattern) }
      case "method": method = texts.first?.string ?? method
      case "host": wantHosts(texts)
      case "remote_ip", "client_ip": want(clientIn: texts)
      default: break
      }
    case .method(.placeholder(let name), "startsWith", let arguments):
      if case .text(let text)? = arguments.first { want(name, text, isPath: text + "*") }
    case .method(.placeholder(let name), "endsWith", let arguments):
      if case .text(let text)? = arguments.first { want(name, text, isPath: "*" + text) }
    case .method(.placeholder(let name), "contains", let arguments):
      if case .text(let text)? = arguments.first { want(name, text, isPath: "*" + text + "*") }
    case .binary("==", .placeholder(let name), .text(let text)): want(name, text, isPath: text)
    case .binary("in", .placeholder(let name), .list(let parts)):
      if case .text(let text)? = parts.first { want(name, text, isPath: text) }
    default: break
    }
  }

  // MARK: - What is wanted

  private mutating func want(_ placeholder: ByteText, _ value: ByteText, isPath pattern: ByteText) {
    switch placeholder.string {
    case "http.request.method": method = value.string
    case "http.request.uri.path", "http.request.uri": wantPaths([pattern])
    case "http.request.host": wantHosts([value])
    case "http.request.remote.host", "http.vars.client_ip": client = value.string
    default:
      if placeholder.hasPrefix("http.request.header.") { want(header: placeholder.from(20).string, value.string) }
      if placeholder.hasPrefix("http.request.uri.query.") { query.append(placeholder.from(23) + "=" + value) }
      if placeholder.hasPrefix("http.request.cookie.") {
        want(header: "Cookie", (placeholder.from(20) + "=" + value).string)
      }
    }
  }

  private mutating func want(header name: String, _ value: String) {
    headers.removeAll { $0.name.lowercased() == name.lowercased() }
    headers.append(.init(name, value))
  }

  private mutating func want(clientIn ranges: [ByteText]) {
    client = ranges.first.map { ($0.cut("/")?.before ?? $0).string } ?? client
  }

  /// Hosts inside hosts: those that the ones around allow.
  private mutating func wantHosts(_ wanted: [ByteText]) {
    let allowed = wanted.filter { one in hosts.contains { CaddyRun.hostMatches($0, one) } }
    hosts = allowed.isEmpty ? wanted : allowed
  }

  private mutating func wantPaths(_ patterns: [ByteText]) {
    guard let first = patterns.first else { return }
    want(paths: patterns.prefix(12).flatMap { Self.paths(for: $0) }, shownAs: first)
  }

  private mutating func wantPath(matching pattern: ByteText) {
    guard let examples = (try? CaddyPattern(pattern))?.examples else { return }
    want(paths: examples.map { $0.hasPrefix("/") ? $0 : "/" + $0 }, shownAs: "~" + pattern)
  }

  private mutating func want(paths new: [ByteText], shownAs pattern: ByteText) {
    pathPattern = pattern.hasPrefix("~") ? pattern : stripped + pattern
    let new = new.map { stripped + $0 }
    // Where two conditions hold at once, one path below the other may meet both.
    let both = paths.prefix(2).flatMap { outer in
      new.prefix(3).map { outer.without(suffix: Self.example).without(suffix: "/") + $0.from(stripped.count) }
    }
    paths = Array((new + both + paths).prefix(16))
  }

  private static let example: ByteText = "interlude-example"

  /// `/app/*`, `*.html`, `/exact`.
  private static func paths(for pattern: ByteText) -> [ByteText] {
    guard pattern.contains("*") else { return [pattern] }
    let all = [pattern.replacing("*", with: example), pattern.replacing("*", with: "")]
    return all.map { $0.hasPrefix("/") ? $0 : "/" + $0 }
  }

  // MARK: - Requests

  /// Requests that meet the conditions, the likeliest first. Of several hosts each is tried, because another site may
  /// have taken one.
  func requests(_ scheme: Request.Scheme, _ port: Int) -> [CaddyGuess] {
    var requests: [CaddyGuess] = []
    let paths =
      paths.isEmpty ? ["/" + Self.example, "/", "/index.html"].map { stripped + $0 } : paths
    for path in paths {
      for name in hostNames where requests.count < Self.mostRequests {
        let target = query.isEmpty ? path : path + "?" + ByteText.joined(query, separator: "&")
        let request = Request(
          method: method, scheme: scheme, host: name, port: port, target: target, headers: headers, client: client)
        requests.append(CaddyGuess(request: request, verdicts: verdicts))
      }
    }
    return requests
  }

  private var hostNames: [String] {
    let names = hosts.prefix(6).flatMap { pattern -> [String] in
      guard pattern.contains("*") else { return [pattern.string] }
      return ["www", Self.example].map { pattern.replacing("*", with: $0).string }
    }.filter { !$0.isEmpty && !$0.contains("{") }
    return names.isEmpty ? ["no-such-name.example"] : names
  }
}
