import ProxyConfig

/// What the routes around a handler ask of a request, gathered from outside to inside.
struct CaddyRequestHints {
  private(set) var hostPattern = ByteText()
  private var pathPattern: ByteText?
  private var pathExamples: [ByteText] = []
  /// What `handle_path` and `uri strip_prefix` have taken off so far.
  private var stripped = ByteText()
  private var method = "GET"
  private var headers: [TraceRequest.Header] = []
  private var query: [ByteText] = []
  private var client: String?
  /// What matchers nobody here knows are to say.
  private var verdicts: [String: ByteText] = [:]

  /// More ways than this to meet the conditions are not followed.
  private static let mostAlternatives = 6

  var shownPath: ByteText { pathPattern ?? stripped }

  mutating func strip(_ prefix: ByteText) { stripped += prefix }

  /// Each way to meet one of the sets.
  static func narrowed(_ hints: [CaddyRequestHints], _ sets: [CaddyMatcherSet]) -> [CaddyRequestHints] {
    guard !sets.isEmpty else { return hints }
    let all = hints.flatMap { hint in sets.map { hint.narrowed($0) } }
    return Array(all.prefix(mostAlternatives))
  }

  private func narrowed(_ set: CaddyMatcherSet) -> CaddyRequestHints {
    var hints = self
    for matcher in set.matchers { hints.narrow(matcher) }
    return hints
  }

  private mutating func narrow(_ matcher: CaddyMatcher) {
    switch matcher {
    case .host(let hosts): hostPattern = hosts.first ?? hostPattern
    case .path(let paths): wantPaths(paths)
    case .pathRegexp(let regexp):
      guard let pattern = try? CaddyPattern(regexp.pattern) else { return }
      pathPattern = "~" + regexp.pattern
      pathExamples = pattern.examples.map { stripped + ($0.hasPrefix("/") ? $0 : "/" + $0) }
    case .method(let methods): method = methods.first?.string ?? method
    case .header(let fields):
      for field in fields {
        guard let value = field.values.map({ $0.first ?? "*" }) else { continue }
        let text = value == "*" ? "x" : value.replacing("*", with: "")
        headers.append(.init(field.name.string, text.isEmpty ? "x" : text.string))
      }
    case .headerRegexp(let all):
      for one in all {
        guard let text = (try? CaddyPattern(one.regexp.pattern))?.examples.first else { continue }
        headers.append(.init(one.field.string, text.string))
      }
    case .query(let fields):
      for field in fields {
        guard let value = field.values?.first else { continue }
        query.append(field.name + "=" + (value == "*" ? "x" : value))
      }
    case .remoteIP(let ranges, _), .clientIP(let ranges):
      client = ranges.first.map { ($0.cut("/")?.before ?? $0).string } ?? client
    case .unknown(let name): verdicts["@" + name.string] = "1"
    case .expression(let text, _):
      if case .success(let expression) = CaddyExpression.parse(text) { narrow(expression) }
    default: break
    }
  }

  /// Conditions of the simple kind; of alternatives the first.
  private mutating func narrow(_ expression: CaddyExpression) {
    switch expression {
    case .binary("&&", let left, let right):
      narrow(left)
      narrow(right)
    case .binary("||", let left, _): narrow(left)
    case .call(let name, let arguments):
      let texts = arguments.compactMap { if case .text(let text) = $0 { text } else { nil } }
      switch name {
      case "path": wantPaths(texts)
      case "method": method = texts.first?.string ?? method
      case "host": hostPattern = texts.first ?? hostPattern
      default: break
      }
    case .method(.placeholder("http.request.uri.path"), "startsWith", let arguments):
      if case .text(let text)? = arguments.first { wantPaths([text + "*"]) }
    case .binary("==", .placeholder(let name), .text(let text)):
      if name == "http.request.method" { method = text.string }
      if name == "http.request.uri.path" { wantPaths([text]) }
      if name == "http.request.host" { hostPattern = text }
      if name.hasPrefix("http.request.header.") { headers.append(.init(name.from(20).string, text.string)) }
    default: break
    }
  }

  private mutating func wantPaths(_ patterns: [ByteText]) {
    guard let first = patterns.first else { return }
    pathPattern = stripped + first
    pathExamples = patterns.prefix(3).flatMap { Self.paths(for: $0) }.map { stripped + $0 }
  }

  /// `/app/*`, `*.html`, `/exact`.
  private static func paths(for pattern: ByteText) -> [ByteText] {
    guard pattern.contains("*") else { return [pattern] }
    let name: ByteText = "interlude-example"
    let all = [pattern.replacing("*", with: name), pattern.replacing("*", with: "")]
    return all.map { $0.hasPrefix("/") ? $0 : "/" + $0 }
  }

  func requests(_ scheme: TraceRequest.Scheme, _ port: Int) -> [TraceRequest] {
    let paths = pathExamples.isEmpty ? ["/interlude-example", "/", "/index.html"].map { stripped + $0 } : pathExamples
    let name = hostPattern.replacing("*", with: "www").string
    return paths.map { path in
      let target = query.isEmpty ? path : path + "?" + ByteText.joined(query, separator: "&")
      var request = TraceRequest(
        method: method, scheme: scheme, host: name.isEmpty || name.contains("{") ? "no-such-name.example" : name,
        port: port, target: target, headers: headers, client: client)
      request.variables = verdicts
      if port != (scheme == .http ? 80 : 443) { request.headers.append(.init("Host", "\(request.host):\(port)")) }
      return request
    }
  }
}
