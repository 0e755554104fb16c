public import Diagnostics
public import Trace

/// A place that asks an upstream, with a request that gets there, for proxies whose rules need to know no more of it.
public struct FoundRoute: Pass {
  public let place: Place
  public let site: String
  public let title: String
  public let question: Question
  /// The addresses that may be asked.
  public let peers: [String]

  public init(place: Place, site: String, title: String, question: Question, peers: [String]) {
    (self.place, self.site, self.title, self.question, self.peers) = (place, site, title, question, peers)
  }
}
