public import Checks
import Diagnostics
import ProxyConfig
import Trace

/// What only HAProxy can get wrong.
protocol HAProxyRule: OwnRule where Project == HAProxyProject {}

extension HAProxyProject {
  /// HAProxy's own rules, the gravest first.
  public static let rules: [any Rule.Type] = [
    EmptyPage.self, PageInTCPMode.self, LaterDefaultsDropPages.self, PageSaysOtherStatus.self,
    FrontendPageOverruled.self,
    PageOverBuffer.self, DeadServerKept.self, UnusedPageSet.self,
  ]

  /// A visit that is led to the page of this line.
  func visit(to page: Place) -> Visit<FoundRoute>? {
    likelyVisits.first { $0.firstHop?.step.place.map { $0.isSame(as: page) } ?? false }
  }

  /// Every whole response that a line or an `http-errors` section has for a code, once each.
  var storedPages: [(code: Int, page: StoredResponse, place: Place)] {
    var pages: [(code: Int, page: StoredResponse, place: Place)] = []
    for set in model.sections.map(\.pages) + model.pageSets.values {
      for (code, reply) in set.sorted(by: { $0.key < $1.key }) {
        guard case .response(let stored) = reply.body, !pages.contains(where: { $0.place.isSame(as: reply.place) })
        else {
          continue
        }
        pages.append((code, stored, reply.place))
      }
    }
    return pages
  }
}
