public import Diagnostics
public import ProxyConfig

/// A proxy that can be asked what it would answer.
public protocol Tracer: Sendable {
  func trace(_ question: Question) -> Outcome
  /// Takes one request through, whose parts a watch gives out and which meets what the watch decides; nil where the proxy
  /// cannot be followed like this.
  ///
  /// - Parameter question: the connection, and what goes without saying.
  func follow(_ question: Question, _ watch: TextWatch) -> Followed?
  /// Whether requests can be followed like this.
  var canFollow: Bool { get }
  /// One request for each address that the proxy listens on, whose parts a watch gives out.
  var connections: [Request] { get }
  /// Every place of the configuration that asks an upstream.
  var passes: [Place] { get }
  /// The networks that the configuration tells from others.
  var networks: [AddressRange] { get }
}

extension Tracer {
  public func follow(_ question: Question, _ watch: TextWatch) -> Followed? { nil }
  public var canFollow: Bool { false }
  public var connections: [Request] { [] }
  public var passes: [Place] { [] }
  public var networks: [AddressRange] { [] }

  /// A request of whom nothing is known but what is sent.
  public func trace(_ request: Request, failures: Failures) -> Outcome { trace(Question(request, failures)) }
}

/// What a request was answered with whose way was watched, and how things stood.
public struct Followed: Sendable {
  public let outcome: Outcome
  /// What the watch has decided, for the same request to be traced again.
  public let circumstances: Circumstances

  public init(outcome: Outcome, circumstances: Circumstances) {
    (self.outcome, self.circumstances) = (outcome, circumstances)
  }
}
