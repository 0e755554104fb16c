public import Diagnostics
import Multicore
import ProxyConfig

/// Runs every rule over a project.
public enum Checker {
  /// What is wrong with a configuration: first what keeps the proxy from reading it, and only when there is nothing of
  /// that kind, what the rules find. Comments in the configuration may allow single findings.
  public static func check(_ project: any CheckedConfig, rules: [any Rule.Type] = RuleList.all) -> Report {
    var report = project.tree.report
    guard !report.hasErrors else { return report }
    for found in Cores.map(rules, { findings(of: $0, in: project) }) { report.add(contentsOf: found) }
    return Suppressions(project.tree.sources).applied(to: report)
  }

  /// What one rule finds: each place once.
  ///
  /// An error is a request: what no traced request shows is a warning at most, and so is everything where a file of the
  /// configuration is missing that could change the picture.
  public static func findings(of rule: any Rule.Type, in project: any CheckedConfig) -> [Diagnostic] {
    var report = Report()
    project.apply(rule.init(), into: &report)
    var seen: Set<Spot> = []
    return report.sorted.filter { seen.insert(Spot($0)).inserted }.map { finding in
      if project.hasHoles {
        return finding.softened("A file this configuration includes is not here, so this is less than certain.")
      }
      return finding.evidence == nil && !rule.description.isAboutText ? finding.softened("No request was found that shows it.") : finding
    }
  }

  private struct Spot: Hashable {
    let file: String
    let range: Range<Int>

    init(_ diagnostic: Diagnostic) {
      file = diagnostic.place.source.name
      range = diagnostic.place.range
    }
  }
}

extension Diagnostic {
  /// The same with less certainty.
  fileprivate func softened(_ why: String) -> Diagnostic {
    guard severity == .error else { return self }
    return Diagnostic(
      id, .warning, message, at: place, notes: notes + [why], help: help, related: related, fix: fix, evidence: evidence)
  }
}
