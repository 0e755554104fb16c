import Diagnostics
import ProxyConfig
import Trace

/// What to do about a defect, in nginx's words.
extension NginxProject {
  public func advice(_ remedy: Remedy, _ error: some FollowedError) -> Advice? {
    let call = error as? PageCall
    let target = call?.entry.target.source.string ?? ""
    let location = related("its location", location: call?.location)
    switch remedy {
    case .addPages:
      let server = (error as? NginxVisit)?.route.server.scope
      return Advice(
        "add: error_page 500 502 503 504 /50x.html; and a location for it",
        related: related("this server has no page for it", location: server))
    case .listCodes, .importPack: return Advice("list the codes in error_page")
    case .nameByCode: return Advice("give each code a page of its own, or name a neutral one")
    case .keepStatus: return Advice("leave out the status after the codes")
    case .serveFromDisk:
      guard let call else { return Advice("serve the page from the disk: a location for it with a root") }
      guard takenPage(call) == nil, !VhostLacksPage.concerns(call, in: self),
        !ServerRewriteCapturesPage.concerns(call, in: self)
      else { return nil }
      return Advice(
        call.entry.isPath
          ? "add: location = \(target) { internal; root /where/the/pages/are; }"
          : "let the location serve a file or return a text, without a pass of its own",
        related: related("this location takes the page and passes it on", location: call.location),
        severity: call.isCertain && !mayBeCached(call) ? nil : .warning)
    case .keepOnSite:
      return Advice("serve a page of this machine, or a path whose location passes to that address")
    case .ship(let path):
      if let call, !isElsewhere(path), MissingCause.of(call, in: self) != .plain { return nil }
      return Advice(
        "ship the file, or correct the path", related: call.map(whereItLooks) ?? [],
        severity: call.map(isMadeUp) ?? false ? .info : nil)
    case .takeOver: return Advice("add: proxy_intercept_errors on;")
    case .nameByAddress(let path):
      let name = PathText.name(path)
      return Advice(
        "write \"error_page \(error.code) /\(name);\" and \"location = /\(name) { internal; root \(PathText.parent(path)); }\""
      )
    // nginx gives up by itself.
    case .limitWait: return nil
    case .letThrough:
      return Advice("write in the page's location: allow all; auth_basic off; auth_request off;", related: location)
    case .addHeader("Content-Type", _):
      return Advice("write in its location: types { } default_type text/html;", related: location)
    case .addHeader("Cache-Control", let value):
      let scope = call?.location ?? error.ownSteps.last { $0.scope != nil }?.scope
      let line = scope.flatMap { keeping(in: $0) }
      return Advice("write: add_header Cache-Control \(value) always;", at: line?.place)
    case .addHeader(let name, let value):
      // One without "always" is another matter.
      if let scope = call?.location, has(name, in: scope) { return nil }
      return Advice("add in its location: add_header \(name) \(value) always;", related: location)
    case .nameEncoding: return Advice("add \"charset utf-8;\" in its location")
    case .nameFile(let path):
      if let call, takenPage(call) != nil { return nil }
      return Advice(
        files.exists(path + "/index.html") ? "write: \(target)/index.html" : "name a file",
        related: call.map(whereItLooks) ?? [])
    case .keepAnswers:
      let module = (error as? NginxVisit).flatMap { model.pass(in: $0.route.location)?.module } ?? "proxy"
      return Advice("write \"\(module)_intercept_errors off;\" in the API's location, or give it pages in JSON")
    case .escape: return Advice("leave it out, or show a number that nginx makes: $request_id")
    }
  }

  /// A page whose address is a path on disk: it is there, or looks like one, and no location is made for it.
  public func diskPath(of call: PageCall) -> String? {
    guard call.entry.isPath, !call.isPage else { return nil }
    let path = call.entry.target.source.string
    let isThere = (try? files.status(of: path))?.kind == .file
    let isCatchAll = call.pageLocation.map { (model.scope($0).name?.text.count ?? 0) <= 1 } ?? true
    return isCatchAll && (isThere || DiskPath.isLikely(path)) ? path : nil
  }

  private func whereItLooks(_ call: PageCall) -> [Diagnostic.Related] {
    rootDirective(in: call.location).map { [.init("this decides where nginx looks", at: $0.head)] } ?? []
  }

  /// The line that lets caches keep what is answered in a scope.
  private func keeping(in scope: Int) -> Directive? {
    model.settings("add_header", in: scope).first { $0.argument(1)?.lowercased == "cache-control" }
  }

  private func has(_ name: String, in location: Int) -> Bool {
    model.settings("add_header", in: location).contains { $0.argument(1)?.lowercased.string == name.lowercased() }
  }

  /// An old copy may go out in the page's place.
  private func mayBeCached(_ call: PageCall) -> Bool {
    guard let location = call.location else { return false }
    return NginxModel.passModules.contains { model.setting("\($0)_cache_use_stale", in: location) != nil }
  }

  /// Whether the path depends on what the visitor asks for, so that a request of our own making proves nothing.
  private func isMadeUp(_ call: PageCall) -> Bool {
    let texts = [call.entry.target] + (rootDirective(in: call.location)?.argument(1).map { [NginxText($0)] } ?? [])
    return texts.contains { text in
      let names = Set(text.variableNames).subtracting(["status", "document_root"])
      return !names.isEmpty && model.constants(of: text).isEmpty
    }
  }

  /// Pages that are in effect for other failures, or that an inner line has dropped, have findings of their own.
  public func hasPages(at route: NginxRoute, _ visits: [NginxVisit]) -> Bool {
    model.errorPages(in: route.location).contains { $0.code >= 500 }
      || !InheritanceDropsCodes.dropped(route.location, model).isEmpty
  }
}
