import Diagnostics
import ProxyConfig
import Trace

/// How many of the places that can fail are branded: what visitors see there when the upstream is down, silent or breaks
/// off, and when the application answers 500, 502 or 503.
///
/// An answer that the application gives itself is its own affair.
public struct Coverage: Sendable, Equatable {
  /// Places that pass requests on.
  public private(set) var places = 0
  /// Every failure shows a page of one's own.
  public private(set) var branded = 0
  /// Those of them whose file is in a folder that is not on this machine, and was taken to be there.
  public private(set) var assumed = 0
  /// Some failures show a page of one's own.
  public private(set) var partly = 0
  /// No failure of the upstream does.
  public private(set) var bare = 0
  /// What visitors see depends on what is not known here.
  public private(set) var untold = 0
  /// No request was found that gets there.
  public private(set) var unreached = 0
  /// A silent upstream is waited for without end; the other failures decide.
  public private(set) var waiting = 0
  /// What visitors of bare places see.
  private var bareAnswers: Set<String> = []

  public init() {}

  public static func + (one: Coverage, other: Coverage) -> Coverage {
    var sum = one
    sum.places += other.places
    sum.branded += other.branded
    sum.assumed += other.assumed
    sum.partly += other.partly
    sum.bare += other.bare
    sum.untold += other.untold
    sum.unreached += other.unreached
    sum.waiting += other.waiting
    sum.bareAnswers.formUnion(other.bareAnswers)
    return sum
  }

  /// One failure of a place, as far as a visitor can see it.
  enum Sight: Equatable {
    case own, assumed, untold, waits
    /// In words: "nginx's own page".
    case bare(String)
  }

  static let failures: Set<Failure> = [.refused, .timeout, .closed, .status(500), .status(502), .status(503)]

  /// Counts `weight` places that look alike. Without sights no request was found that gets there.
  mutating func add(_ sights: [Sight], weight: Int = 1) {
    places += weight
    if sights.contains(.waits) { waiting += weight }
    let bareWords = sights.compactMap { if case .bare(let words) = $0 { words } else { nil } }
    if sights.isEmpty {
      unreached += weight
    } else if sights.contains(.untold) {
      untold += weight
    } else if bareWords.isEmpty {
      branded += weight
      if sights.contains(.assumed) { assumed += weight }
    } else if sights.contains(.own) || sights.contains(.assumed) {
      partly += weight
    } else {
      bare += weight
      bareAnswers.formUnion(bareWords)
    }
  }

  /// The whole as a sentence.
  public var text: String {
    guard places > 0 else { return "Nothing here passes requests on." }
    let subject = places == 1 ? "1 place passes requests on" : "\(places) places pass requests on"
    var parts: [String] = []
    if branded > 0 {
      var part = branded == places && places > 1 ? "in each, " : "in \(branded), "
      part += "every failure shows a page of yours"
      if assumed > 0 {
        let those = assumed == branded ? "" : "in \(assumed) of them "
        part += " (\(those)if its file is there: its folder is not on this machine)"
      }
      parts.append(part)
    }
    if partly > 0 { parts.append("in \(partly), only some failures show a page of yours") }
    if bare > 0 { parts.append("in \(bare), visitors see \(bareAnswers.sorted().joined(separator: " or "))") }
    if unreached > 0 { parts.append("in \(unreached), no request was found that gets there") }
    if untold > 0 { parts.append("in \(untold), it depends on what is not known here") }
    if waiting > 0 { parts.append("but in \(waiting), a silent upstream is waited for without end") }
    let whole = parts.joined(separator: "; ")
    return subject + ": " + (places == 1 ? whole.replacing("in 1, ", with: "") : whole) + "."
  }
}

extension Coverage.Sight {
  /// Nil for the application's own answer to a failure that is its own.
  ///
  /// - Parameters:
  ///   - bare: how the proxy's own page looks to a visitor.
  ///   - isAssumed: whether a file is in a folder that is not on this machine.
  init?(_ outcome: Outcome, _ failure: Failure, bare: String, isAssumed: (String) -> Bool) {
    guard outcome.certainty == .exact else {
      self = .untold
      return
    }
    switch outcome.body {
    case .file(let path): self = isAssumed(path) ? .assumed : .own
    case .upstream: if case .status = failure { return nil } else { self = .own }
    case .inline, .redirect: self = .own
    // The file may be there on the machine that has its folder.
    case .builtin, .none:
      let words = outcome.status == 0 ? "no answer" : outcome.body == .none ? "an empty window" : bare
      self = outcome.missingFiles.contains(where: isAssumed) ? .untold : .bare(words)
    }
  }
}

extension Outcome {
  /// Every file that was looked for in vain.
  fileprivate var missingFiles: [String] {
    steps.compactMap { step in
      switch step.event {
      case .file(let path, .missing): path
      default: nil
      }
    }
  }
}

extension Coverage {
  /// - Parameters:
  ///   - weight: for how many servers one stands.
  ///   - unreached: how many places there are that no request was found for.
  init<Loaded: LoadedProxy>(
    _ loaded: Loaded, weight: (Loaded.Route) -> Int = { _ in 1 }, unreached: Int? = nil
  ) {
    self.init()
    for (route, visits) in zip(loaded.routes, loaded.visitsByRoute) {
      let sights = visits.compactMap { visit -> Sight? in
        guard visit.manner == .plain, case .upstream(let failure) = visit.trouble, Self.failures.contains(failure)
        else { return nil }
        if visit.ending == .waits { return .waits }
        return .init(visit.outcome, failure, bare: loaded.barePage, isAssumed: loaded.isElsewhere)
      }
      add(sights, weight: weight(route))
    }
    let unreached = unreached ?? loaded.unreachedPlaces.count
    if unreached > 0 { add([], weight: unreached) }
  }
}
