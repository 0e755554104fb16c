import Diagnostics

/// Directives with directives inside: `handle`, `route`, `handle_path`, `handle_errors`; and the rules by which Caddy sorts,
/// groups and joins the routes of a block (`httpcaddyfile/directives.go`).
enum CaddyBlocks {
  typealias Entry = (directive: String, value: CaddyValue)

  static func handle(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    .subroute(routes: try subroute(&helper), errors: nil)
  }

  static func route(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    let start = helper.words.place
    let entries = try entries(&helper)
    for entry in entries {
      switch entry.value {
      case .route, .routes: continue
      default: throw CaddyRefusal("\(entry.directive) is no handler, so it cannot stand inside route", at: start)
      }
    }
    if helper.release.isModern {
      return .subroute(routes: try build(entries, helper.adaptation, isSorted: false, at: start), errors: nil)
    }
    return .subroute(routes: entries.flatMap { routes(of: $0.value) }, errors: nil)
  }

  static func handlePath(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyValue] {
    guard helper.words.next() else { throw helper.words.countError() }
    let path = try helper.words.argument()
    guard path.hasPrefix("/") else { throw helper.words.error("the path of handle_path begins with /, not \(path)") }
    if helper.release.isModern {
      helper.words.reset()
      _ = helper.words.next()
      // The path was looked at only; the block's reader must not see it.
      _ = helper.words.nextArgument()
      helper.words.removeCurrent()
      helper.words.reset()
    } else {
      helper.words.removeCurrent()
      helper.words.reset()
    }
    var strip = CaddyRewrite()
    strip.stripPrefix = path.hasSuffix("/*") ? path.upTo(path.count - 2) : path.without(suffix: "*")
    let place = helper.linePlace
    let inner = try subroute(&helper)
    let first = CaddyRoute(handlers: [CaddyHandler(.rewrite(strip), at: place)])
    return helper.route(CaddyMatcherSet([.path([path])]), .subroute(routes: [first] + inner, errors: nil))
  }

  static func handleErrors(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyValue] {
    guard helper.release.isModern else {
      var line = helper.words
      if line.next(), line.nextArgument() {
        throw line.error(
          "Caddy 2.6 takes no codes behind handle_errors: test {err.status_code} in an expression inside")
      }
      return [.errorRoutes(try subroute(&helper), isConditional: false)]
    }
    _ = helper.words.next()
    let place = helper.linePlace
    let arguments = helper.words.remainingArguments()
    var terms: [ByteText] = []
    var codes: [ByteText] = []
    for argument in arguments {
      guard argument.count == 3 else {
        throw helper.words.error("\(argument) is no status: handle_errors takes 404 or 5xx")
      }
      if argument.hasSuffix("xx") {
        let digit = argument.upTo(1)
        guard digit.integer != nil else { throw helper.words.error("\(argument) is no class of statuses") }
        terms.append("{http.error.status_code} >= " + digit + "00 && {http.error.status_code} <= " + digit + "99")
      } else {
        guard argument.integer != nil else { throw helper.words.error("\(argument) is no status") }
        codes.append(argument)
      }
    }
    if !codes.isEmpty { terms.append("{http.error.status_code} in [" + ByteText.joined(codes, separator: ", ") + "]") }
    for _ in arguments {
      helper.words.reset()
      _ = helper.words.next()
      _ = helper.words.nextArgument()
      helper.words.removeCurrent()
    }
    helper.words.reset()
    let inner = try subroute(&helper)
    var route = CaddyRoute(handlers: [CaddyHandler(.subroute(routes: inner, errors: nil), at: place)])
    if !terms.isEmpty {
      route.matcherSets = [CaddyMatcherSet([.expression(ByteText.joined(terms, separator: " || "), name: "")])]
    }
    return [.errorRoutes([route], isConditional: !terms.isEmpty)]
  }

  /// A block as sorted routes (`ParseSegmentAsSubroute`).
  static func subroute(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyRoute] {
    let place = helper.words.tokens.first?.place ?? helper.words.place
    return try build(try entries(&helper), helper.adaptation, isSorted: true, at: place)
  }

  /// Reads the directives of a block (`parseSegmentAsConfig`).
  static func entries(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [Entry] {
    var all: [Entry] = []
    // Deeper than any site is; Caddy itself has no such limit.
    guard helper.depth < 100 else {
      throw helper.words.error("blocks are nested more than 100 deep, which is not read")
    }
    while helper.words.next() {
      try helper.words.noMoreArguments()
      var segments: [[CaddyToken]] = []
      let outer = helper.words.nesting
      while helper.words.nextInBlock(outer) { segments.append(helper.words.nextSegment()) }
      var inner = helper
      inner.depth += 1
      for segment in segments where segment.first?.text.hasPrefix("@") == true {
        try CaddyMatcherReader.define(helper.adaptation.words(segment), &inner.matchers)
      }
      for segment in segments where segment.first?.text.hasPrefix("@") != true {
        guard let first = segment.first else { continue }
        let name = first.text.string
        guard helper.adaptation.takesDirective(first) else { throw unknown(first, helper.release) }
        var reader = inner.with(segment)
        for value in try CaddyDirectives.read(name, &reader) { all.append((normalized(name), value)) }
      }
    }
    return all
  }

  static func unknown(_ token: CaddyToken, _ release: CaddyRelease) -> CaddyRefusal {
    if let successor = CaddyModules.successors[token.text.string] {
      return CaddyRefusal(
        "there is no directive \(token.text): it is one of Caddy 1, in whose place Caddy 2 has \(successor)",
        at: token.place)
    }
    let nearest =
      NearestName.of(token.text.string, among: CaddyDirectives.names(release)).map { "; did you mean \($0)?" } ?? ""
    let name = token.text.count > 200 ? token.text.upTo(60) + "…" : token.text
    return CaddyRefusal("there is no directive \(name)\(nearest)", at: token.place)
  }

  static func normalized(_ name: String) -> String { name == "handle_path" ? "handle" : name }

  private static func routes(of value: CaddyValue) -> [CaddyRoute] {
    switch value {
    case .route(let route): [route]
    case .routes(let routes): routes
    default: []
    }
  }

  /// Sorts, groups and joins routes (`buildSubroute`).
  static func build(
    _ entries: [Entry], _ adaptation: CaddyAdaptation, isSorted: Bool, at place: Place
  ) throws(CaddyRefusal) -> [CaddyRoute] {
    var entries = entries
    if isSorted {
      for entry in entries where !adaptation.order.contains(entry.directive) {
        throw CaddyRefusal("\(entry.directive) is no handler with an order, so it cannot stand here", at: place)
      }
      entries = CaddyRouteOrder(adaptation).sorted(entries)
    }
    var groups: [String: String] = [:]
    for name in ["handle", "rewrite", "root"] {
      let count = entries.count { $0.directive == name }
      if count > 1 || name == "rewrite" { groups[name] = adaptation.nextGroup() }
    }
    var all: [CaddyRoute] = []
    for entry in entries {
      switch entry.value {
      case .route(var route):
        if ["handle", "rewrite", "root"].contains(entry.directive) { route.group = groups[entry.directive] }
        all.append(route)
      case .routes(let routes): all += routes
      default: break
      }
    }
    return consolidated(all)
  }

  /// Neighbours with the same conditions become one route (`consolidateRoutes`).
  static func consolidated(_ routes: [CaddyRoute]) -> [CaddyRoute] {
    var result: [CaddyRoute] = []
    for route in routes {
      if let last = result.last, last.matcherSets == route.matcherSets, last.isTerminal == route.isTerminal,
        last.group == route.group
      {
        result[result.count - 1].handlers += route.handlers
      } else {
        result.append(route)
      }
    }
    return result
  }
}
