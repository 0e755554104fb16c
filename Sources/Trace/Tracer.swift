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
  /// One request for each address that the proxy listens on, whose parts a watch gives out.
  var connections: [Request] { get }
  /// Every place of the configuration that asks an upstream.
  var passes: [Place] { get }
  /// The networks that the configuration tells from others.
  var networks: [AddressRange] { get }
  /// What the configuration says, in one spelling and order: two proxies of which it is the same answer alike where the same
  /// files are. nil where nobody here knows such a form.
  var normalForm: [UInt8]? { get }
}

extension Tracer {
  public func follow(_ question: Question, _ watch: TextWatch) -> Followed? { nil }
  public var connections: [Request] { [] }
  public var passes: [Place] { [] }
  public var networks: [AddressRange] { [] }
  public var normalForm: [UInt8]? { nil }

  /// A request of whom nothing is known but what is sent.
  public func trace(_ request: Request, failures: Failures) -> Outcome { trace(Question(request, failures)) }
}

/// What a request was answered with whose way was watched, and how things stood.
public struct Followed: Sendable {
  public let outcome: Outcome
  /// What the watch has decided, for the same request to be traced again.
  public let circumstances: Circumstances
  /// What of the request the answer's `Location` and text show, in order: with the same words around the same parts, two
  /// answers are the same to everybody. A part is nil where nobody knows what it says, and all is nil where a proxy does
  /// not tell.
  public let shown: [TextOrigin?]?

  public init(outcome: Outcome, circumstances: Circumstances, shown: [TextOrigin?]? = nil) {
    (self.outcome, self.circumstances, self.shown) = (outcome, circumstances, shown)
  }
}

extension Followed {
  /// Follows a request whose parts a watch gives out.
  ///
  /// - Parameters:
  ///   - refusal: what every outcome is while the proxy refuses its configuration.
  ///   - run: takes the request from its start to the end, asking the decider.
  public init(_ question: Question, _ watch: TextWatch, _ refusal: Outcome?, _ run: (Decider) -> Outcome) {
    if let refusal {
      self.init(outcome: refusal, circumstances: Circumstances())
      return
    }
    let decider = Decider(watch)
    let outcome = run(decider)
    self.init(outcome: outcome, circumstances: decider.circumstances(question), shown: decider.shown)
  }
}

extension [Request] {
  /// Each connection once.
  public var uniqued: [Request] {
    var seen: Set<Request> = []
    return filter { seen.insert($0).inserted }
  }
}
