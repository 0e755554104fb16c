/// What is wrong with an upstream.
public enum Failure: Sendable, Hashable {
  /// Nothing listens: the connection is refused.
  case refused
  /// The upstream takes the connection and then stays silent.
  case timeout
  /// The connection is closed before a header arrives.
  case closed
  /// What arrives is not HTTP.
  case garbage
  /// The response's header does not fit the proxy's buffer.
  case tooBigHeader
  /// The proxy has marked every peer as down and does not even try.
  case noLiveUpstream
  /// The upstream itself answers with this status and a body.
  case status(Int)
  /// Nothing: the upstream answers 200 with a body.
  case none
}

extension Failure {
  /// Reads the command line's spelling, such as `refused` or `status:503`.
  public init?(_ text: some StringProtocol) {
    switch text {
    case "refused": self = .refused
    case "timeout": self = .timeout
    case "closed": self = .closed
    case "garbage": self = .garbage
    case "too-big-header": self = .tooBigHeader
    case "no-live-upstream": self = .noLiveUpstream
    case "none": self = .none
    case _ where text.hasPrefix("status:"):
      guard let code = Int(text.dropFirst(7)), 100...999 ~= code else { return nil }
      self = .status(code)
    default: return nil
    }
  }

  /// The spelling of the command line.
  public var name: String {
    switch self {
    case .refused: "refused"
    case .timeout: "timeout"
    case .closed: "closed"
    case .garbage: "garbage"
    case .tooBigHeader: "too-big-header"
    case .noLiveUpstream: "no-live-upstream"
    case .status(let code): "status:\(code)"
    case .none: "none"
    }
  }

  /// The failure as the second half of a sentence about an upstream: "127.0.0.1:9000 …".
  public var story: String {
    switch self {
    case .refused: "refuses the connection"
    case .timeout: "takes the connection and never answers"
    case .closed: "closes the connection before sending a header"
    case .garbage: "answers with something that is not HTTP"
    case .tooBigHeader: "sends a header too big for the buffer"
    case .noLiveUpstream: "is marked as down and is not tried"
    case .status(let code): "answers \(code) with a body of its own"
    case .none: "answers 200"
    }
  }
}

extension Failure {
  /// What all upstreams do where two configurations are compared: everything goes well, and then what goes wrong.
  public static let compared: [Failure] =
    [.none, .refused, .timeout, .closed, .garbage, .tooBigHeader] + [403, 404, 500, 502, 503, 504].map { .status($0) }
}

/// What goes wrong while a request is answered: which upstream fails in which way, and what the proxy fails with itself.
public struct Failures: Sendable, Hashable {
  /// For every upstream not named below.
  public var everywhere: Failure
  /// By address as the configuration writes it, such as `127.0.0.1:9000`, `app:80` or `unix:/run/app.sock`.
  public var byAddress: [String: Failure]
  /// The status code that the proxy itself ends the request with where it would go on to make the content: a limit is
  /// reached, say, or a module refuses. nil when it does no such thing.
  public var raised: Int?
  /// The files that `if (-f …)` looks for are there, whatever the disk says: somebody has put the maintenance switch on.
  public var switchesOn = false

  public init(
    everywhere: Failure = .none, byAddress: [String: Failure] = [:], raised: Int? = nil, switchesOn: Bool = false
  ) {
    self.everywhere = everywhere
    self.byAddress = byAddress
    self.raised = raised
    self.switchesOn = switchesOn
  }

  public func of(_ address: String) -> Failure { byAddress[address] ?? everywhere }

  /// Adds one `[ADDRESS:PORT=]FAILURE` of the command line; false when it is not one.
  public mutating func add(_ text: String) -> Bool {
    if let failure = Failure(text) {
      everywhere = failure
      return true
    }
    guard let equals = text.lastIndex(of: "="), let failure = Failure(text[text.index(after: equals)...]) else {
      return false
    }
    byAddress[String(text[..<equals])] = failure
    return true
  }
}

extension Failures {
  /// The failure of a peer, whether the address was given with the usual port or without.
  public func ofPeer(_ address: String) -> Failure {
    if let failure = byAddress[address] { return failure }
    if address.hasSuffix(":80"), let failure = byAddress[String(address.dropLast(3))] { return failure }
    if address.hasPrefix("localhost:"), let failure = byAddress["127.0.0.1:" + address.dropFirst(10)] { return failure }
    return everywhere
  }
}
