public import Diagnostics
import Multicore
import ProxyConfig
public import Trace

/// Which requests two configurations answer differently.
///
/// Of two kinds of proxy, a file on the disk is the same as any other file, and the bare page of the one the same as that of
/// the other, as each has its own words and keeps its pages where it likes.
public struct Comparison: Sendable {
  /// What a visitor gets on one side.
  public struct Side: Sendable {
    public let outcome: Outcome
    /// The group of upstreams whose answer it is.
    public let upstream: [String]?

    /// The words of the configuration that decide it.
    public var place: Place? { outcome.decisivePlace }
  }

  public struct Difference: Sendable {
    public let question: Question
    /// What every upstream does meanwhile.
    public let failure: Failure
    public let old: Side
    public let new: Side
  }

  /// Both say the same in other words, so that no request need be followed.
  public private(set) var isRewritten = false
  public private(set) var classes = 0
  /// One for each pair of places that decide, the shortest request there is first.
  public private(set) var differences: [Difference] = []
  public private(set) var undecided: [Proof.Open] = []

  /// Compares two configurations on the same machine, which may be for different proxies.
  public init(_ old: any Tracer, _ new: any Tracer, except exceptions: [Exception] = []) {
    if let form = old.normalForm, form == new.normalForm {
      isRewritten = true
      return
    }
    let halves = Cores.together {
      DifferenceFinder.found(old, new, exceptions, part: 0, of: 2)
    } _: {
      DifferenceFinder.found(old, new, exceptions, part: 1, of: 2)
    }
    var finder = halves.0
    finder.merge(halves.1)
    classes = finder.classes
    differences = finder.all
    undecided = finder.undecided
  }
}
