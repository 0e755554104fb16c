internal import Diagnostics
internal import Escaping

/// Says what each request gets.
struct Router: Sendable {
  let hosts: HostCheck
  let preview: Preview

  func answer(_ request: Request) async -> Response {
    guard hosts.allows(request) else {
      return .text(
        421, "This server answers for localhost only, and the request names another host. See interlude serve --host.")
    }
    guard request.method == "GET" || request.method == "HEAD" else {
      return .text(405, "A preview can be read, not written to.", fields: [("Allow", "GET, HEAD")])
    }
    guard let path = RequestPath(request.target) else {
      return .text(400, "The address is not one that a page can have.")
    }
    if path.text == Injection.events {
      var response = Response(
        200, fields: [("Content-Type", "text/event-stream; charset=utf-8"), ("Cache-Control", "no-store")])
      // A HEAD must not leave a listener behind.
      response.body = request.method == "HEAD" ? .bytes([]) : .stream(await preview.events())
      return response
    }
    if let asset = Injection.asset(path.text) {
      let fields = [("Content-Type", MediaType.of(path.text)), ("Cache-Control", "no-cache")]
      return SiteRoute.conditional(request, Response(200, fields: fields, body: asset))
    }
    let state = await preview.state
    let injection = Injection(generation: state.generation)
    guard let pages = state.pages else { return WaitingPage(state: state, injection: injection).response }
    if path.text.hasPrefix(ErrorRoute.prefix) {
      return ErrorRoute(pack: ErrorPack(pages), injection: injection)
        .answer(path.text.dropFirst(ErrorRoute.prefix.count), path, request)
    }
    if path.text + "/" == ErrorRoute.prefix { return Response(301, fields: [("Location", path.asFolder)]) }
    return SiteRoute(pages: pages, injection: injection).answer(path, request)
  }
}
