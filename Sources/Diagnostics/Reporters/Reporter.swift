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
    case .text: TextReporter(color: color).render(sorted)
    case .json: JSONReporter.render(self)
    case .sarif: SARIFReporter(tool: tool).render(sorted)
    case .github: GitHubReporter.render(sorted)
    }
  }
}

/// What a report says of the program that made it.
public struct ToolDescription: Sendable {
  public let name: String
  public let version: String
  public let address: String

  public init(name: String, version: String, address: String) {
    self.name = name
    self.version = version
    self.address = address
  }
}

/// Line indices of the sources a report touches, each made once.
struct LineIndexCache {
  private var indices: [String: LineIndex] = [:]

  mutating func index(of source: Source) -> LineIndex {
    let key = "\(source.bytes.count):\(source.name)"
    if let index = indices[key] { return index }
    let index = LineIndex(source)
    indices[key] = index
    return index
  }
}
