public import Diagnostics

/// Something that can be wrong with a configuration although the proxy accepts it: a file that explains itself, shows
/// itself in samples and finds the trouble.
///
/// A new rule is two edits: its file, and a line in ``RuleList``. It judges the proxies whose `check` it has.
public protocol Rule: Sendable {
  static var description: RuleDescription { get }

  init()

  /// Reports every place where the trouble stands. A rule reads the project and nothing else.
  func check(_ project: Project, into report: inout Report)

  /// The same for Caddy.
  func check(_ project: CaddyProject, into report: inout Report)
}

extension Rule {
  public func check(_ project: Project, into report: inout Report) {}
  public func check(_ project: CaddyProject, into report: inout Report) {}

  /// A finding of this rule, with the rule's severity unless the case at hand is a milder one.
  ///
  /// - Parameter traced: the request that shows that a visitor meets the trouble.
  func finding(
    _ message: String, at place: Place, severity: Severity? = nil, notes: [String] = [], help: String? = nil,
    related: [Diagnostic.Related] = [], fix: [Diagnostic.Edit] = [], shownBy traced: (any Traced)? = nil
  ) -> Diagnostic {
    Diagnostic(
      Self.description.id, severity ?? Self.description.severity, message, at: place, notes: notes, help: help,
      related: related, fix: fix, evidence: traced?.traced)
  }
}

/// What a rule says of itself. The texts are shown by `interlude rules`, on the help site and in `CHECKS.md`.
public struct RuleDescription: Sendable {
  /// In kebab case; names the defect, so that "allow missing-file" reads well.
  public let id: String
  public let severity: Severity
  /// The defect lets somebody in, or lets somebody choose what is served.
  public let isSecurity: Bool
  /// The defect is one of the text, whoever asks for what: it needs no request to show it.
  public let isAboutText: Bool
  /// The defect in a few words, without a full stop.
  public let summary: String
  /// Why it hurts; whole sentences.
  public let rationale: String
  /// Configurations with the defect, the spots between `⟦` and `⟧`.
  public let failing: [Sample]
  /// Configurations that look much the same and are right.
  public let passing: [Sample]

  public init(
    id: String, severity: Severity, isSecurity: Bool = false, isAboutText: Bool = false, summary: String,
    rationale: String, failing: [Sample], passing: [Sample]
  ) {
    self.id = id
    self.severity = severity
    self.isSecurity = isSecurity
    self.isAboutText = isAboutText
    self.summary = summary
    self.rationale = rationale
    self.failing = failing
    self.passing = passing
  }
}
