import Diagnostics
import ProxyConfig
import Trace

extension Matrix {
  /// What visitors of Caddy's sites see, route by failure.
  public init(_ project: CaddyProject) {
    self.init(
      rows: zip(project.routes, project.visitsByRoute).map { route, visits in
        let visits = visits.filter { $0.manner == .plain }
        let cells = VisitPlan.failures.map { failure in
          visits.first { $0.trouble == .upstream(failure) }.map(Self.word) ?? "-"
        }
        return Row(server: route.site, location: route.title, cells: cells)
      })
  }

  private static func word(for visit: CaddyVisit) -> String {
    visit.ending == .waits ? "waits" : word(for: visit.outcome)
  }
}
