public import Diagnostics

/// What a visitor gets, and how it came about.
public struct Outcome: Sendable {
  /// Where the body comes from.
  public enum Body: Sendable, Hashable {
    /// A file, by its path on the proxy's machine.
    case file(String)
    /// The proxy's own page.
    case builtin
    /// Whatever the upstream sent.
    case upstream
    /// Text that stands in the configuration.
    case inline(String)
    /// A redirect's few words, which no visitor sees.
    case redirect
    case none
  }

  public struct Header: Sendable, Hashable {
    /// In small letters.
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// One thing the proxy does on the way to the answer, and the words of the configuration that make it do so.
  public struct Step: Sendable {
    public let place: Place?
    public let text: String
    /// The step as a value; nil for remarks.
    public let event: Event?
    /// The number of the scope the request is in, for proxies that have scopes.
    public let scope: Int?

    public init(_ text: String, at place: Place? = nil, event: Event? = nil, scope: Int? = nil) {
      self.place = place
      self.text = text
      self.event = event
      self.scope = scope
    }
  }

  public enum Certainty: Sendable, Hashable {
    case exact
    /// The answer depends on something that cannot be known from the configuration and the request.
    case unknown(String)
  }

  /// How long upstreams keep the visitor waiting for the answer.
  public enum Wait: Sendable, Hashable {
    /// Seconds, by the limits of the configuration; 0 when nobody is silent.
    case seconds(Double)
    /// Nothing limits it.
    case endless
    case unknown

    /// The longer of two.
    public func orLonger(_ other: Wait) -> Wait {
      switch (self, other) {
      case (.unknown, _), (_, .unknown): .unknown
      case (.endless, _), (_, .endless): .endless
      case (.seconds(let one), .seconds(let two)): .seconds(max(one, two))
      }
    }
  }

  /// The status line's number; 0 when the visitor gets no status line at all.
  public var status: Int
  public var body: Body
  /// The headers that matter to a page, in the order they are sent; several may share a name.
  public var headers: [Header]
  public var location: String?
  public var steps: [Step]
  public var certainty: Certainty
  /// Which upstreams are asked, in order, and what each is sent; empty where no story is told. No visitor sees it.
  public var asked: [Asked] = []
  public var wait = Wait.unknown

  public init(
    status: Int, body: Body, headers: [Header] = [], location: String? = nil, steps: [Step] = [],
    certainty: Certainty = .exact
  ) {
    self.status = status
    self.body = body
    self.headers = headers
    self.location = location
    self.steps = steps
    self.certainty = certainty
  }

  /// True when a visitor could not tell the two apart by status, body or `Location`.
  public func looksLike(_ other: Outcome) -> Bool {
    status == other.status && body == other.body && location == other.location
  }
}
