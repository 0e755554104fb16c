extension Outcome.Step {
  /// What a step is, as a value, so that whoever judges an outcome need not read its words.
  ///
  /// Locations are the numbers of the model's scopes.
  public enum Event: Sendable, Hashable {
    /// A location takes the request.
    case location(Int)
    /// An upstream is asked from a location; `peers` are the addresses that may be tried.
    case upstream(location: Int, peers: [String])
    /// The upstream's own answer goes out although `error_page` lists its status.
    case notIntercepted(Int)
    /// A file is looked for.
    case file(String, Sight)
    /// An `error_page` sends the request on.
    case errorPage(code: Int, target: String)
    /// A code that no `error_page` takes; `isSpent` when one is listed but the request has been to one already.
    case noErrorPage(code: Int, isSpent: Bool)
    /// `allow`, `deny` or a password keep the visitor out.
    case denied(Int)
    /// The request's body is over the location's limit.
    case bodyTooLarge(limit: Int)
    /// The proxy ends the request with the code that it is said to fail with: ``Failures/raised``.
    case raised(Int)
    case authAsked
    case authEnded(Int)
    /// `return` with a status.
    case returned(Int)
    case rewritten
    case missingNamedLocation(String)
    case redirectLimit
    /// A step of Caddy, which has handlers instead of locations.
    case caddy(CaddyEvent)
  }

  /// What stands where a file is looked for.
  public enum Sight: Sendable, Hashable {
    case found, missing, denied, directory
    /// The file is there, but the method is not one a file answers.
    case wrongMethod
  }
}
