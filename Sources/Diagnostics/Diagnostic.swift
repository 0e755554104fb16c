/// How much a problem matters. Ordered: `.info < .warning < .error`.
public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  case info, warning, error

  public static func < (left: Severity, right: Severity) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// A problem in something the user wrote, as a value: what is wrong, where, why it matters and what to write instead.
///
/// How it is drawn is a reporter's business.
///
/// One reference, because reports of thousands are sorted, sifted and passed on; a copy that is changed becomes another.
public struct Diagnostic: Sendable {
  private struct Parts: Sendable {
    let id: String
    let severity: Severity
    let message: String
    let place: Place
    var notes: [String]
    var help: String?
    var related: [Related]
    var fix: [Edit]
    var evidence: (any Evidence)?
  }

  private final class Shared: Sendable {
    let parts: Parts
    init(_ parts: Parts) { self.parts = parts }
  }

  private var shared: Shared

  /// The kind of problem in kebab case, such as `dead-link`; stable, so that scripts and suppressions can name it.
  public var id: String { shared.parts.id }
  public var severity: Severity { shared.parts.severity }
  /// What is wrong, in one sentence without a full stop.
  public var message: String { shared.parts.message }
  public var place: Place { shared.parts.place }
  /// Why it matters, or what was found; a sentence each.
  public var notes: [String] {
    get { shared.parts.notes }
    set { change { $0.notes = newValue } }
  }
  /// What to write instead.
  public var help: String? {
    get { shared.parts.help }
    set { change { $0.help = newValue } }
  }
  /// Other places that explain this one, such as the first of two duplicates.
  public var related: [Related] {
    get { shared.parts.related }
    set { change { $0.related = newValue } }
  }
  /// A change that certainly mends the problem; empty when there is no such change.
  public var fix: [Edit] {
    get { shared.parts.fix }
    set { change { $0.fix = newValue } }
  }

  /// A request that shows the problem; nil for what is a mistake whoever asks.
  public var evidence: (any Evidence)? { shared.parts.evidence }

  public init(
    _ id: String, _ severity: Severity, _ message: String, at place: Place, notes: [String] = [],
    help: String? = nil, related: [Related] = [], fix: [Edit] = [], evidence: (any Evidence)? = nil
  ) {
    shared = Shared(
      Parts(
        id: id, severity: severity, message: message, place: place, notes: notes, help: help, related: related,
        fix: fix, evidence: evidence))
  }

  private mutating func change(_ change: (inout Parts) -> Void) {
    var parts = shared.parts
    change(&parts)
    shared = Shared(parts)
  }

  /// An error, the usual case.
  public init(
    _ id: String, _ message: String, at place: Place, notes: [String] = [], help: String? = nil,
    related: [Related] = [], fix: [Edit] = []
  ) {
    self.init(id, .error, message, at: place, notes: notes, help: help, related: related, fix: fix)
  }

  /// A second place involved, and what it has to do with the first.
  public struct Related: Sendable {
    public let place: Place
    public let message: String

    public init(_ message: String, at place: Place) {
      self.message = message
      self.place = place
    }
  }

  /// One replacement of a range of bytes by a text.
  public struct Edit: Sendable {
    public let place: Place
    public let replacement: String

    public init(replace place: Place, with replacement: String) {
      self.place = place
      self.replacement = replacement
    }
  }
}
