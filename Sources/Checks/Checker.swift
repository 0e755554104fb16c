public import Diagnostics
import Multicore
import ProxyConfig

/// Runs every rule over a project.
public enum Checker {
  /// What is wrong with a configuration: first what keeps the proxy from reading it, and only when there is nothing of
  /// that kind, what the rules find. Comments in the configuration may allow single findings.
  public static func check(_ project: any LoadedProxy) -> Report {
    let rules = RuleList.all + type(of: project).rules
    var report = project.tree.report
    guard !report.hasErrors else { return report }
    for found in Cores.map(rules, { findings(of: $0, in: project) }) { report.add(contentsOf: found) }
    return toldOnce(Suppressions(project.tree.sources, rules).applied(to: report), rules)
  }

  /// The report with what is one trouble in one finding. Done after allowances, which stand at the single places.
  private static func toldOnce(_ report: Report, _ all: [any Rule.Type]) -> Report {
    let rules = Set(all.filter { $0.description.isToldOnce }.map { $0.description.id })
    var counts: [Trouble: Int] = [:]
    let told = report.sorted.filter { diagnostic in
      guard rules.contains(diagnostic.id) else { return true }
      counts[Trouble(diagnostic), default: 0] += 1
      return counts[Trouble(diagnostic)] == 1
    }
    return Report(
      told.map { diagnostic in
        guard rules.contains(diagnostic.id), let count = counts[Trouble(diagnostic)], count > 1 else {
          return diagnostic
        }
        var one = diagnostic
        one.notes.append(
          "The same holds for \(count - 1) more place\(count == 2 ? "" : "s") of the same server or site.")
        return one
      })
  }

  private struct Trouble: Hashable {
    let id: String
    let message: String
    let second: Spot?

    init(_ diagnostic: Diagnostic) {
      (id, message) = (diagnostic.id, diagnostic.message)
      second = diagnostic.related.first.map { Spot($0.place) }
    }
  }

  /// What one rule finds: each place once.
  ///
  /// An error is a request: what no traced request shows is a warning at most, and so is everything where a file of the
  /// configuration is missing that could change the picture.
  public static func findings(of rule: any Rule.Type, in project: any LoadedProxy) -> [Diagnostic] {
    var report = Report()
    project.apply(rule.init(), into: &report)
    var seen: Set<Spot> = []
    return report.sorted.filter { seen.insert(Spot($0.place)).inserted }.map { finding in
      if project.hasHoles {
        return finding.softened("A file this configuration includes is not here, so this is less than certain.")
      }
      let isShown = finding.evidence != nil || rule.description.isAboutText
      return isShown ? finding : finding.softened("No request was found that shows it.")
    }
  }
}

extension Diagnostic {
  /// The same with less certainty.
  fileprivate func softened(_ why: String) -> Diagnostic {
    guard severity == .error else { return self }
    return Diagnostic(
      id, .warning, message, at: place, notes: notes + [why], help: help, related: related, fix: fix, evidence: evidence
    )
  }
}
