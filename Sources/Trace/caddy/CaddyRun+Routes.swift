import Diagnostics
import ProxyConfig

/// What is still to be done for a request: Caddy's chain of `next` handlers, as a value.
indirect enum CaddyChain {
  case routes([CaddyRoute], Int, CaddyChain)
  case handlers([CaddyHandler], Int, CaddyChain)
  /// The empty handler at the end; in error routes it sends the error's status.
  case end(isError: Bool)
}

extension CaddyRun {
  private static let deepest = 250

  /// Runs a chain to its end (`RouteList.Compile`, `wrapRoute`).
  func run(_ start: CaddyChain, _ sink: CaddyResponseWriter) throws(CaddyInterruption) {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting < Self.deepest else { throw .unknown("handlers are nested more than \(Self.deepest) deep") }
    var chain = start
    var sink = sink
    while true {
      switch chain {
      case .end(let isError):
        guard isError else { return }
        let status = fault.map { $0.hasStatus ? $0.status : 500 } ?? 500
        if sink.client.status == nil {
          tell(
            "no error route answers, so Caddy sends \(status) without a body", nil,
            .noErrorPage(code: status, .unanswered))
        }
        try sink.writeHeader(status)
        return
      case .routes(let list, let first, let next):
        guard let index = self.next(in: list, from: first) else {
          chain = next
          continue
        }
        work += 1
        let route = list[index]
        let rest = CaddyChain.routes(list, index + 1, next)
        guard try matches(route.matcherSets) else {
          chain = rest
          continue
        }
        if let group = route.group, !groups.insert(group).inserted {
          chain = rest
          continue
        }
        chain = .handlers(route.handlers, 0, route.isTerminal ? .end(isError: fault != nil) : rest)
      case .handlers(let list, let index, let next):
        guard index < list.count else {
          chain = next
          continue
        }
        let rest = CaddyChain.handlers(list, index + 1, next)
        guard let following = try handle(list[index], rest, &sink) else { return }
        chain = following
      }
    }
  }

  /// The first route from an index on that may match.
  private func next(in list: [CaddyRoute], from index: Int) -> Int? {
    guard !sent.isWatched, let directory = world.memory.directory(of: list) else {
      return index < list.count ? index : nil
    }
    return directory.next(from: index, routeKey)
  }

  /// Does what one handler does; nil when it has answered.
  private func handle(
    _ handler: CaddyHandler, _ rest: CaddyChain, _ sink: inout CaddyResponseWriter
  ) throws(CaddyInterruption) -> CaddyChain? {
    if handlersRun != nil, let place = handler.place { handlersRun?.append(place) }
    switch handler.kind {
    case .subroute(let routes, let errors):
      guard let errors else { return .routes(routes, 0, rest) }
      do throws(CaddyInterruption) {
        try run(.routes(routes, 0, rest), sink)
      } catch {
        guard case .error(let fault) = error else { throw error }
        note(fault)
        return .routes(errors, 0, rest)
      }
      return nil
    case .vars(let assignments):
      for variable in assignments { try set(variable, handler.place) }
    case .map(let map): maps.append(map)
    case .rewrite(let rewrite):
      let before = url
      try apply(rewrite)
      if !url.isSame(as: before) { tell("the path becomes \(url.requestURI)", handler.place) }
    case .headers(let request, let response):
      if let request { try applyToRequest(request) }
      if let response { try apply(response, &sink) }
    case .requestBody(let limit): if let limit { bodyLimit = limit }
    case .encode: sink.client.headers.add("Vary", "Accept-Encoding")
    case .transparent: break
    case .invoke(let name):
      guard let route = server.namedRoutes[name] else {
        throw .error(CaddyFault(status: 500, message: .null, hasStatus: false))
      }
      return .routes([route], 0, rest)
    case .staticResponse(let response): return try respond(response, handler.place, sink) ? rest : nil
    case .error(let message, let status): try raise(message, status, handler.place)
    case .fileServer(let fileServer): return try serve(fileServer, handler.place, sink) ? rest : nil
    case .reverseProxy(let proxy): return try forward(proxy, handler.place, rest, sink)
    case .intercept(let handlers):
      try intercept(handlers, rest, sink)
      return nil
    case .copyResponse(let status):
      try copyResponse(status, sink)
      return nil
    case .copyResponseHeaders(let include, let exclude): try copyHeaders(include, exclude)
    case .templates:
      try templates(handler.place, rest, sink)
      return nil
    case .authentication:
      if sent.isWatched ? decider.knowsPassword : world.circumstances.hasRightPassword { break }
      tell("a password is asked for", handler.place)
      if !sent.isWatched, requestHeaders.values("Authorization") != nil {
        throw .unknown("whether the password is right")
      }
      client.headers.set("WWW-Authenticate", "Basic realm=\"restricted\"")
      throw .status(401, .text("not authenticated"))
    case .unknown(let name):
      guard world.assumptions.modulesLetPass, !CaddyModules.answering.contains(name) else {
        throw .unknown("what the handler \(name) does")
      }
    }
    return rest
  }
}
