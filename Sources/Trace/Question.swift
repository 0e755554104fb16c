public import ProxyConfig

/// What is put to a tracer: a request, how things stand while it is answered, and what is taken for granted.
public struct Question: Sendable, Hashable {
  public var request: Request
  public var circumstances: Circumstances
  public var assumptions: Assumptions

  public init(
    _ request: Request, _ circumstances: Circumstances = Circumstances(), assuming assumptions: Assumptions = .nothing
  ) {
    (self.request, self.circumstances, self.assumptions) = (request, circumstances, assumptions)
  }

  public init(_ request: Request, _ failures: Failures) { self.init(request, Circumstances(failures)) }

  /// The same where other things fail.
  public func facing(_ failures: Failures) -> Question {
    var copy = self
    copy.circumstances.failures = failures
    return copy
  }

  /// The same with another request.
  public func sending(_ change: (inout Request) -> Void) -> Question {
    var copy = self
    change(&copy.request)
    return copy
  }
}

/// How things stand while a request is answered, as far as neither the request nor the configuration tells.
public struct Circumstances: Sendable, Hashable {
  /// What goes wrong.
  public var failures: Failures
  /// Every password asked for is given, and right.
  public var hasRightPassword: Bool
  /// Values of variables that no request shows, by name: what a database of countries or a script would say.
  public var variables: [String: ByteText]
  /// What the proxy's cache holds of the answer; nil when nobody knows.
  public var cache: Cache?

  /// What a cache has for a request.
  public enum Cache: String, Sendable, Hashable, CaseIterable {
    case empty
    /// An old copy of the upstream's answer, to be used only where the configuration allows it.
    case stale
  }

  public init(
    _ failures: Failures = Failures(), hasRightPassword: Bool = false, variables: [String: ByteText] = [:],
    cache: Cache? = nil
  ) {
    (self.failures, self.hasRightPassword, self.variables) = (failures, hasRightPassword, variables)
    self.cache = cache
  }
}

/// What is taken for granted where nothing tells.
public struct Assumptions: Sendable, Hashable {
  /// Modules nobody here knows let the request pass and leave its answer alone, and what is asked of the machine's
  /// environment is there.
  public var modulesLetPass = false

  public static let nothing = Assumptions()
}
