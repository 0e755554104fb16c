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
public struct Diagnostic: Sendable {
  /// The kind of problem in kebab case, such as `dead-link`; stable, so that scripts and suppressions can name it.
  public let id: String
  public let severity: Severity
  /// What is wrong, in one sentence without a full stop.
  public let message: String
  public let place: Place
  /// Why it matters, or what was found; a sentence each.
  public var notes: [String]
  /// What to write instead.
  public var help: String?
  /// Other places that explain this one, such as the first of two duplicates.
  public var related: [Related]
  /// A change that certainly mends the problem; empty when there is no such change.
  public var fix: [Edit]

  public init(
    _ id: String, _ severity: Severity, _ message: String, at place: Place, notes: [String] = [],
    help: String? = nil, related: [Related] = [], fix: [Edit] = []
  ) {
    self.id = id
    self.severity = severity
    self.message = message
    self.place = place
    self.notes = notes
    self.help = help
    self.related = related
    self.fix = fix
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
