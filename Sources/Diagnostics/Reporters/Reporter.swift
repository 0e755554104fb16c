public import Escaping

/// The forms in which a run's problems can be handed over.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// For a person at a terminal.
  case text
  /// For scripts; documented in the guide "JSON output".
  case json
  /// SARIF 2.1.0, for code scanning.
  case sarif
  /// Workflow commands that GitHub shows beside the lines of a change.
  case github
}

extension Report {
  /// The whole report in one of the machine-readable or terminal forms, ending in a line break unless empty.
  public func rendered(_ format: ReportFormat, color: Bool = false, tool: ToolDescription) -> String {
    switch format {
    case .text: TextReporter(color: color, tool: tool).render(sorted)
    case .json: JSONReporter(tool: tool).render(self)
    case .sarif: SARIFReporter(tool: tool).render(sorted)
    case .github: GitHubReporter.render(Digest(self))
    }
  }
}

extension Digest {
  /// Each cause with its first place in full and a few of the others, or all of them, in a line each.
  public func text(color: Bool = false, listingAll: Bool = false, tool: ToolDescription) -> String {
    TextReporter(color: color, tool: tool).render(entries, listing: listingAll ? .max : 3)
  }
}

extension Report {
  /// The JSON report with more members behind its own.
  public func json(tool: ToolDescription, adding members: [JSON.Member]) -> String {
    JSONReporter(tool: tool).render(self, adding: members)
  }
}

/// What a report says of the program that made it.
public struct ToolDescription: Sendable {
  public let name: String
  public let version: String
  public let address: String
  /// What it looks for, by id, for reports that explain themselves.
  public var rules: [String: RuleNote] = [:]
  /// Where the pages about rules are, ending in a slash; nil when nobody said.
  public var rulePages: String?
  /// Options of `interlude trace` without which it would not see the same machine.
  public var traceOptions: [String] = []

  public init(name: String, version: String, address: String) {
    self.name = name
    self.version = version
    self.address = address
  }

  /// The command line that shows a problem again.
  func command(for evidence: any Evidence) -> String {
    ShellText.line(["interlude", "trace", evidence.file] + traceOptions + evidence.arguments)
  }

  /// Where a rule's page is; nil for problems that have none.
  func page(of rule: String) -> String? {
    rules[rule] == nil ? nil : rulePages.map { "\($0)\(rule)/" }
  }
}

/// A rule as a report explains it.
public struct RuleNote: Sendable {
  /// The defect in a few words.
  public let summary: String
  /// Why it hurts; whole sentences.
  public let rationale: String
  /// The page about it, as Markdown.
  public let markdown: String
  public let severity: Severity
  public let isSecurity: Bool

  public init(summary: String, rationale: String, markdown: String, severity: Severity, isSecurity: Bool) {
    self.summary = summary
    self.rationale = rationale
    self.markdown = markdown
    self.severity = severity
    self.isSecurity = isSecurity
  }
}

/// Line indices of the sources a report touches, each made once.
struct LineIndexCache {
  private struct Key: Hashable {
    let name: String
    let count: Int
  }

  private var indices: [Key: LineIndex] = [:]
  /// The one asked for last: problems come file by file.
  private var last: (key: Key, index: LineIndex)?

  mutating func index(of source: Source) -> LineIndex {
    let key = Key(name: source.name, count: source.count)
    if let last, last.key == key { return last.index }
    let index = indices[key] ?? LineIndex(source)
    indices[key] = index
    last = (key, index)
    return index
  }
}
