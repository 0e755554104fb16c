import Diagnostics
import ProxyConfig
import Trace

/// What a configuration tells from each other, for whoever follows all requests at once.
final class HAProxySurvey: Sendable {
  /// The names that `use_backend` can lead to.
  let backends: [String]
  /// The first server of each backend that asks one, in the order of the configuration.
  let passes: [Place]
  /// The networks that visitors are told from each other by.
  let networks: [AddressRange]
  /// The statuses of a server's answer that are told from each other.
  let statuses: Set<Int>
  private let groups: UpstreamGroups

  init(_ model: HAProxyModel) {
    let asking = model.sections.filter { $0.isBackend && $0.settings.mode == .http && !$0.servers.isEmpty }
    backends = model.sections.filter(\.isBackend).map(\.name)
    passes = asking.compactMap { $0.servers.first?.place }
    groups = UpstreamGroups(asking.map { $0.servers.map(\.address) })
    var networks: [AddressRange] = []
    var statuses: Set<Int> = []
    for section in model.sections {
      statuses.formUnion(section.settings.retryOn.compactMap { Int($0) })
      for expression in section.expressions where expression.fetch.name == "status" { statuses.formUnion([3, 4, 5]) }
      for comparison in section.comparisons {
        for candidate in comparison.candidates {
          if case .network(let network) = candidate { networks.append(network) }
          if case .range(let range) = candidate, comparison.expression.fetch.name == "status" {
            statuses.formUnion([3, 4, 5])
            statuses.formUnion(Self.edges(of: range))
          }
        }
      }
      for call in section.expressions.flatMap(\.converters) where call.name.hasPrefix("map_ip") {
        networks += call.table?.entries.compactMap { ConditionReader.network($0.key.string) } ?? []
      }
    }
    (self.networks, self.statuses) = (networks, statuses)
  }

  /// All servers that fail together with one.
  func group(of address: String) -> [String] { groups.all(with: address) }

  /// Where a range does not hold for a whole hundred, each number is one by itself.
  private static func edges(of range: ClosedRange<Int>) -> [Int] {
    (300...599).filter { number in
      let hundred = number / 100 * 100
      let isWhole = range.lowerBound <= hundred && range.upperBound >= hundred + 99
      return range.contains(number) && !isWhole
    }
  }
}

extension ProxySection {
  private var rules: [RuleLine] {
    settings.requestRules + settings.responseRules + settings.afterRules + settings.contentRules + redirects
  }

  private var conditions: [Condition] {
    rules.compactMap(\.condition) + useBackends.compactMap(\.condition) + useServers.compactMap(\.condition)
      + monitorFailures
  }

  /// Everything that conditions compare.
  fileprivate var comparisons: [Comparison] { conditions.flatMap { $0.alternatives.joined() }.flatMap(\.comparisons) }

  /// Everything that is fetched, outside the texts of pages.
  fileprivate var expressions: [Expression] {
    let formats = rules.flatMap(\.action.formats) + useBackends.map(\.target) + useServers.map(\.target)
    return comparisons.map(\.expression) + rules.compactMap(\.action.expression) + formats.flatMap(\.expressions)
  }
}

extension Format {
  fileprivate var expressions: [Expression] {
    parts.compactMap { if case .sample(let expression) = $0 { expression } else { nil } }
  }
}

extension RuleLine.Action {
  fileprivate var formats: [Format] {
    switch self {
    case .setHeader(_, let format, _), .replaceHeader(_, _, let format, _), .setMethod(let format),
      .setTarget(_, let format), .replaceTarget(_, _, let format), .setVariableText(_, let format):
      [format]
    case .redirect(let redirect): [redirect.format]
    default: []
    }
  }

  fileprivate var expression: Expression? {
    if case .setVariable(_, let expression) = self { expression } else { nil }
  }
}
