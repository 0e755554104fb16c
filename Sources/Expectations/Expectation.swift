public import Content
public import Diagnostics
public import Trace

/// One thing that is expected of an answer, and where it is written.
public struct Expectation: Sendable {
  public enum What: Sendable, Hashable {
    case status(Int)
    /// The file that is sent, by its path on the proxy's machine.
    case page(String)
    /// A header field in small letters with its whole value.
    case header(String, String)
    case location(String)
    /// The kind of body, as `interlude trace --format json` names it.
    case body(String)
    /// The upstream that is asked last; `none` when nobody is.
    case upstream(String)
    /// The answer comes within so many seconds.
    case within(Double)
  }

  public let what: What
  public let place: Place
}

/// One request, what goes wrong meanwhile, and what is expected of the answer.
public struct ExpectedAnswer: Sendable {
  public let name: Located<String>
  public let question: Question
  /// The upstreams whose failure is named by address, and where.
  public let failingPeers: [Located<String>]
  public let expectations: [Expectation]
}

/// A file of expectations for one configuration.
public struct ExpectationFile: Sendable {
  public let source: Source
  public let config: Located<String>
  /// The options of `interlude trace` that say for which proxy and which machine the configuration is, paths as this
  /// process would use them.
  public let machineOptions: [String]
  public let tests: [ExpectedAnswer]
}
