public import Diagnostics
public import ProxyConfig

/// Something that can be wrong with a configuration although the proxy accepts it: a file that explains itself, shows
/// itself in samples and finds the trouble.
///
/// A new rule is two edits: its file, and a line in ``RuleList``. A ``SharedRule`` judges every proxy; what is about one
/// proxy alone, or is told better there, has a part of its own (`NginxRule`, `CaddyRule`).
public protocol Rule: Sendable {
  static var description: RuleDescription { get }

  init()

  /// Runs the part for this kind of proxy, or else what the rule says of proxies in general.
  func judge(_ loaded: some LoadedProxy, into report: inout Report)
}

/// What a rule says of proxies in general: it reads visits, and what is said in a proxy's own words comes from
/// ``LoadedProxy/advice(_:_:)``.
public protocol SharedRule: Rule {
  /// Reports every place that has the trouble. A rule reads the configuration and nothing else.
  func check(_ loaded: some LoadedProxy, into report: inout Report)
}

extension SharedRule {
  public func judge(_ loaded: some LoadedProxy, into report: inout Report) { check(loaded, into: &report) }
}

/// What only one proxy can get wrong, whose target has the rule.
public protocol OwnRule: Rule {
  associatedtype Project: LoadedProxy
  func check(_ project: Project, into report: inout Report)
}

extension OwnRule {
  public func judge(_ loaded: some LoadedProxy, into report: inout Report) {
    if let project = loaded as? Project { check(project, into: &report) }
  }
}

extension Rule {
  /// A finding of this rule, with the rule's severity unless the case at hand is a milder one.
  ///
  /// - Parameter traced: the request that shows that a visitor meets the trouble.
  public func finding(
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
  /// What it was called before; allowances and links with these names still work.
  public let formerIDs: [String]
  public let severity: Severity
  /// Findings with the same message and the same second place are one trouble, told at the first of them.
  public let isToldOnce: Bool
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
  /// Proxies on which the defect cannot come about, each with the reason, as a whole sentence.
  public let notFor: [ProxyKind: String]

  public init(
    id: String, formerIDs: [String] = [], severity: Severity, isToldOnce: Bool = false, isSecurity: Bool = false,
    isAboutText: Bool = false, summary: String, rationale: String, failing: [Sample], passing: [Sample],
    notFor: [ProxyKind: String] = [:]
  ) {
    self.id = id
    self.formerIDs = formerIDs
    self.severity = severity
    self.isToldOnce = isToldOnce
    self.isSecurity = isSecurity
    self.isAboutText = isAboutText
    self.summary = summary
    self.rationale = rationale
    self.failing = failing
    self.passing = passing
    self.notFor = notFor
  }
}
