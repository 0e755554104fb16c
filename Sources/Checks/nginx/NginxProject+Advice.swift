import Diagnostics
import ProxyConfig
import Trace

/// What to do about a defect, in nginx's words.
extension NginxProject {
  public func advice(_ remedy: Remedy, _ visit: NginxVisit) -> Advice? {
    switch remedy {
    case .addPages:
      Advice(
        "add: error_page 500 502 503 504 /50x.html; and a location for it",
        related: related("this server has no page for it", location: visit.route.server.scope))
    case .listCodes, .importPack: Advice("list the codes in error_page")
    case .nameByCode: Advice("give each code a page of its own, or name a neutral one")
    case .keepStatus: Advice("leave out the status after the codes")
    case .serveFromDisk: Advice("serve the page from the disk: a location for it with a root and without proxy_pass")
    case .ship: Advice("ship the file, or correct the path")
    case .takeOver: Advice("add: proxy_intercept_errors on;")
    case .nameByAddress(let path): Advice("name the address, and say where the file is: root \(PathText.parent(path));")
    // nginx gives up by itself.
    case .limitWait: nil
    case .letThrough: Advice("write in the page's location: allow all; auth_basic off; auth_request off;")
    case .addHeader(let name, let value): Advice("add: add_header \(name) \"\(value)\" always;")
    }
  }

  /// Pages that are in effect for other failures, or that an inner line has dropped, have findings of their own.
  public func hasPages(at route: NginxRoute, _ visits: [NginxVisit]) -> Bool {
    model.errorPages(in: route.location).contains { $0.code >= 500 }
      || !InheritanceDropsCodes.dropped(route.location, model).isEmpty
  }
}
