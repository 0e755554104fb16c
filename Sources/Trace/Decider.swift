public import ProxyConfig

/// Decides where an answer depends on something that neither the configuration nor the request tells, one way after the
/// other, so that all of them are tried.
///
/// A run that comes to a question nobody has answered takes the first way; the next run gets the answers so far with the
/// last one changed.
///
/// Where all requests are followed at once, a ``TextWatch`` decides, and gives out what was sent.
public final class Decider {
  /// Follows what an answer depends on; nil where one request is asked for.
  public let watch: TextWatch?
  /// The upstream that fails in a run that is watched.
  var failing: (addresses: [String], failure: Failure)?
  /// What all upstreams do in such a run, once one was asked; see ``TextWatch/Failing``.
  var failingEverywhere: Failure?
  /// Groups of upstreams that have answered as they should.
  var fine: Set<[String]> = []
  /// Whether the right password is given, in a run that is watched and was asked for it.
  var hasPassword: Bool?
  /// What of the request the answer shows; see ``Followed/shown``.
  private(set) var shown: [TextOrigin?]?
  /// The answers that are given from outside.
  private let script: [Int]
  private var taken: [(way: Int, ways: Int)] = []
  private var reasons: [String] = []
  /// The ways taken at questions that may come again.
  private var remembered: [String: Int] = [:]

  /// More ways than this are not tried.
  private static let mostWays = 256

  public init() { (script, watch) = ([], nil) }

  public init(_ watch: TextWatch) { (script, self.watch) = ([], watch) }

  private init(_ script: [Int]) { (self.script, watch) = (script, nil) }

  /// The way to take, 0 to `ways - 1`.
  ///
  /// - Parameter reason: what it depends on: "whose turn it is among the servers".
  public func choose(_ ways: Int = 2, because reason: String) -> Int {
    if let watch { return watch.choose(ways, at: nil, because: reason, isUnknowable: true) }
    let way = taken.count < script.count ? min(script[taken.count], ways - 1) : 0
    taken.append((way, ways))
    reasons.append(reason)
    return way
  }

  /// The same for a question that may come again in a run, and gets the same answer then.
  public func choose(_ ways: Int = 2, at question: String, because reason: String) -> Int {
    if let watch { return watch.choose(ways, at: question, because: reason, isUnknowable: true) }
    if let way = remembered[question] { return way }
    let way = choose(ways, because: reason)
    remembered[question] = way
    return way
  }

  /// From here on everything is told that the answer shows of the request.
  func tellsShown() { if watch != nil { shown = [] } }

  /// A text becomes part of what visitors see.
  func show(_ text: ByteText) { if let origin = text.origin { shown?.append(origin) } }

  /// Visitors see something of which nobody knows what it says.
  func showUnknown() { shown?.append(nil) }

  /// Whether everything was known so far.
  public var isIdle: Bool { taken.isEmpty }

  /// The answers of the next run; nil when every way was tried.
  private var next: [Int]? {
    guard let last = taken.lastIndex(where: { $0.way + 1 < $0.ways }) else { return nil }
    return taken[..<last].map(\.way) + [taken[last].way + 1]
  }

  /// What a request is answered with, whatever way things go: unknown when visitors can tell the ways apart.
  ///
  /// - Parameter run: takes the request from its start to the end, asking the decider.
  public static func answer(_ run: (Decider) -> Outcome) -> Outcome {
    var decider = Decider()
    var first = run(decider)
    var ways = 1
    while let next = decider.next, first.certainty == .exact {
      let reason = decider.reasons[next.count - 1]
      decider = Decider(next)
      let other = run(decider)
      ways += 1
      first.wait = first.wait.orLonger(other.wait)
      var result = first
      if !other.looksLike(first) || other.certainty != .exact {
        result.certainty = .unknown(reason)
        return result
      }
      if ways == mostWays {
        result.certainty = .unknown("too much depends on what cannot be known, first of all: \(decider.reasons[0])")
        return result
      }
    }
    return first
  }
}
