import Diagnostics
import ProxyConfig

/// What a configuration tells from each other, for whoever follows all requests at once.
struct CaddySurvey: Sendable {
  /// Which of the names in `host` matchers a name is.
  let hosts: TextQuestion
  private let known: Set<ByteText>
  /// Whether every pattern is among them.
  let knowsAllHosts: Bool
  /// The networks that visitors are told from each other by.
  let ranges: Set<ByteText>
  /// Every `reverse_proxy`, in the order of the configuration.
  private(set) var passes: [Place] = []
  /// Whether a status is looked at in words, or outside the handler that asks the upstream.
  private var looksAtStatuses = false
  /// The statuses that the configuration has words for.
  private let written: Set<Int>
  /// Whether a status becomes part of a text.
  private let writesStatuses: Bool

  init(_ config: CaddyConfig) {
    var hosts: Set<ByteText> = []
    var ranges: Set<ByteText> = []
    var passes: [Place] = []
    var intercepts = false
    CaddyWalk(config).visit { handler in
      switch handler.kind {
      case .reverseProxy: if let place = handler.place { passes.append(place) }
      case .intercept: intercepts = true
      case .headers(_, let response): if response?.require?.statuses != nil { intercepts = true }
      default: break
      }
    } matcher: { matcher in
      switch matcher {
      case .host(let patterns): hosts.formUnion(patterns)
      case .remoteIP(let found, _), .clientIP(let found): ranges.formUnion(found)
      default: break
      }
    }
    let plain = hosts.filter { !$0.contains("*") && !$0.contains("{") }.map(\.lowercased)
    let wild = hosts.filter { $0.hasPrefix("*.") && !$0.from(1).contains("*") && !$0.contains("{") }.map(\.lowercased)
    let known = Set(plain + wild)
    self.known = known
    knowsAllHosts = hosts.allSatisfy { known.contains($0.lowercased) }
    let expressions = wild.sorted().compactMap { pattern in
      try? Pattern(ByteText("^[^.]*\\.\(TextTest.quoted(pattern.from(2)))$"))
    }
    self.hosts = TextQuestion(plain.sorted().map { [.equals($0.bytes)] } + expressions.map { [.matches($0)] })
    self.ranges = ranges
    self.passes = passes
    looksAtStatuses = intercepts
    let texts = config.tree.sources.map { ByteText($0.bytes) } + config.environment.values.map { ByteText($0) }
    writesStatuses = texts.contains { $0.contains("status_") }
    written = Set(texts.flatMap(Self.numbers)).filter { 300...599 ~= $0 }
  }

  func isKnown(_ pattern: ByteText) -> Bool { known.contains(pattern.lowercased) }

  /// The statuses of an upstream that are told from each other; a number below 10 stands for the others of its hundred.
  ///
  /// What a handler's matcher names stands in the configuration; where a status becomes part of a text (of a file's name, say),
  /// each that is registered is one by itself.
  func statuses(of proxy: CaddyReverseProxy) -> Set<Int> {
    guard looksAtStatuses || !proxy.responseHandlers.isEmpty || proxy.retryMatch != nil else { return [] }
    return (writesStatuses ? written.union(Self.registered) : written).union([3, 4, 5])
  }

  /// Those with a meaning (IANA's registry of status codes).
  private static let registered = Set(
    Array(400...418) + Array(421...426) + [428, 429, 431, 451] + Array(500...508) + [510, 511])

  /// All numbers of three digits.
  private static func numbers(_ text: ByteText) -> [Int] {
    let isDigit = { (byte: UInt8) in 0x30...0x39 ~= byte }
    return text.bytes.split { !isDigit($0) }.filter { $0.count == 3 }.compactMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
  }
}

/// Goes through all handlers and matchers of a configuration.
struct CaddyWalk {
  private let config: CaddyConfig

  init(_ config: CaddyConfig) { self.config = config }

  func visit(handler: (CaddyHandler) -> Void, matcher: (CaddyMatcher) -> Void) {
    func sets(_ sets: [CaddyMatcherSet]) {
      for one in sets.flatMap(\.matchers) {
        matcher(one)
        if case .not(let inner) = one { visitSets(inner, matcher) }
      }
    }
    func routes(_ list: [CaddyRoute], depth: Int) {
      guard depth < 120 else { return }
      for route in list {
        sets(route.matcherSets)
        for one in route.handlers {
          handler(one)
          switch one.kind {
          case .subroute(let inner, let errors):
            routes(inner, depth: depth + 1)
            routes(errors ?? [], depth: depth + 1)
          case .reverseProxy(let proxy):
            sets(proxy.retryMatch ?? [])
            for answer in proxy.responseHandlers { routes(answer.routes, depth: depth + 1) }
          case .intercept(let answers): for answer in answers { routes(answer.routes, depth: depth + 1) }
          default: break
          }
        }
      }
    }
    for server in config.servers {
      routes(server.routes, depth: 0)
      routes(server.errorRoutes ?? [], depth: 0)
      routes(server.namedRoutes.keys.sorted().compactMap { server.namedRoutes[$0] }, depth: 0)
    }
  }

  private func visitSets(_ sets: [CaddyMatcherSet], _ matcher: (CaddyMatcher) -> Void) {
    for one in sets.flatMap(\.matchers) {
      matcher(one)
      if case .not(let inner) = one { visitSets(inner, matcher) }
    }
  }
}
