/// What the directives of a configuration say, gathered block by block; an ``NginxModel`` in the making.
struct NginxModelBuilder {
  private(set) var scopes: [NginxScope] = []
  private(set) var servers: [NginxServer] = []
  private(set) var upstreams: [String: NginxUpstream] = [:]
  private(set) var maps: [String: NginxMap] = [:]
  private(set) var geos: [String: NginxGeo] = [:]
  private(set) var splits: [String: NginxSplit] = [:]
  private(set) var opaqueVariables: [String: Directive] = [:]
  private(set) var userVariables: Set<String> = []
  private(set) var assigned: [String: [String]] = [:]
  private(set) var workerUser: String?

  /// Reads the directives of the main level. A fragment of a configuration is read as if the blocks around it were
  /// there: servers without `http`, locations without a server.
  init(_ top: [Directive]) {
    workerUser = top.last { $0.name == "user" }?.argument(1)?.string
    if let http = top.first(where: { $0.name == "http" && $0.block != nil }) {
      readHTTP(http.block?.expanded ?? [], http)
    } else if top.contains(where: { $0.name == "server" && $0.block != nil }) {
      readHTTP(top, nil)
    } else {
      let id = addScope(.http, parent: nil, directive: nil)
      readServer(top, nil, parent: id)
    }
  }

  private mutating func addScope(_ kind: NginxScope.Kind, parent: Int?, directive: Directive?) -> Int {
    scopes.append(NginxScope(id: scopes.count, parent: parent, kind: kind, directive: directive))
    return scopes.count - 1
  }

  private mutating func readHTTP(_ directives: [Directive], _ block: Directive?) {
    let id = addScope(.http, parent: nil, directive: block)
    for directive in directives {
      switch directive.name {
      case "server" where directive.block != nil:
        readServer(directive.block?.expanded ?? [], directive, parent: id)
      case "upstream":
        if let upstream = NginxUpstream(directive) { upstreams[upstream.name] = upstream }
      case "map":
        if let map = NginxMap(directive) {
          maps[map.variable] = map
          for case .regex(let pattern) in map.entries.map(\.key) { addGroups(of: pattern) }
        }
      case "geo": if let geo = NginxGeo(directive) { geos[geo.variable] = geo }
      case "split_clients": if let split = NginxSplit(directive) { splits[split.variable] = split }
      case "perl_set", "js_set", "geoip2":
        if let name = directive.words.last?.bytes, directive.block != nil, name.first == UInt8(ascii: "$") {
          opaqueVariables[name.from(1).string.lowercased()] = directive
        } else if let name = directive.argument(1), name.first == UInt8(ascii: "$") {
          opaqueVariables[name.from(1).string.lowercased()] = directive
        }
      default: keep(directive, in: id)
      }
    }
  }

  private mutating func readServer(_ directives: [Directive], _ block: Directive?, parent: Int) {
    let id = addScope(.server, parent: parent, directive: block)
    readLevel(directives, into: id)
    let all = scopes[id].settings["listen"]?.compactMap(NginxListen.init) ?? []
    // HTTP/3 is the same server once more; what is traced comes over TCP if anything does.
    let listens = all.contains { !$0.isQUIC } ? all.filter { !$0.isQUIC } : all
    let words = (scopes[id].settings["server_name"] ?? []).flatMap(\.arguments).map(\.bytes)
    let names = words.map(NginxServer.Name.init)
    for case .regex(let pattern) in names { addGroups(of: pattern) }
    servers.append(
      NginxServer(
        scope: id, listens: listens.isEmpty ? [.implied] : listens, names: names,
        firstName: words.first.map { $0.hasPrefix(".") ? $0.from(1) : $0 }?.lowercased ?? ""))
  }

  /// Reads a server's or a location's directives.
  private mutating func readLevel(_ directives: [Directive], into id: Int) {
    for directive in directives {
      switch directive.name {
      case "location" where directive.block != nil: readLocation(directive, parent: id)
      case "limit_except" where directive.block != nil:
        let methods = directive.arguments.map { $0.value.uppercased() }
        let inner = addScope(.limitExcept(methods), parent: id, directive: directive)
        scopes[id].limitExcept = inner
        readLevel(directive.block?.expanded ?? [], into: inner)
      default:
        if let statement = statement(directive, in: id) {
          scopes[id].script.append(statement)
        } else {
          keep(directive, in: id)
        }
      }
    }
  }

  private mutating func keep(_ directive: Directive, in id: Int) {
    scopes[id].settings[directive.name, default: []].append(directive)
    if directive.name == "auth_request_set", let name = directive.argument(1), name.first == UInt8(ascii: "$") {
      userVariables.insert(name.from(1).string.lowercased())
    }
    // These two are one list: the first that fits decides.
    if directive.name == "allow" || directive.name == "deny" {
      scopes[id].settings[NginxModel.accessRules, default: []].append(directive)
    }
  }

  private mutating func readLocation(_ directive: Directive, parent: Int) {
    guard let name = NginxLocationName(directive) else { return }
    let id = addScope(.location(name), parent: parent, directive: directive)
    switch name {
    case .exact, .prefix: scopes[parent].plainLocations.append(id)
    case .regex(let pattern):
      scopes[parent].regexLocations.append(id)
      addGroups(of: pattern)
    case .named(let text): scopes[parent].namedLocations[text] = scopes[parent].namedLocations[text] ?? id
    }
    readLevel(directive.block?.expanded ?? [], into: id)
  }

  /// The directives of the rewrite module, in their order.
  private mutating func statement(_ directive: Directive, in id: Int) -> NginxStatement? {
    let action: NginxStatement.Action
    switch directive.name {
    case "set":
      guard let name = directive.argument(1), name.first == UInt8(ascii: "$"), let value = directive.argument(2) else {
        return nil
      }
      let variable = name.from(1).string.lowercased()
      // nginx's own variable stays its own; setting it changes the request.
      if variable != "args" { userVariables.insert(variable) }
      let text = NginxText(value)
      for name in text.variableNames where assigned[variable]?.contains(name) != true {
        assigned[variable, default: []].append(name)
      }
      action = .set(variable, text)
    case "rewrite":
      guard let rewrite = NginxRewrite(directive) else { return nil }
      addGroups(of: rewrite.pattern)
      action = .rewrite(rewrite)
    case "return":
      guard let word = directive.argument(1) else { return nil }
      if let status = word.number {
        action = .answer(status: status, text: directive.argument(2).map(NginxText.init))
      } else {
        action = .answer(status: 302, text: NginxText(word))
      }
    case "break": action = .stop
    case "if":
      guard directive.block != nil else { return nil }
      let condition = NginxCondition(directive.arguments)
      if case .matches(_, let pattern, _) = condition { addGroups(of: pattern) }
      return readCondition(directive, condition, in: id)
    default: return nil
    }
    return NginxStatement(action: action, directive: directive)
  }

  /// An `if` in a location has a configuration of its own; in a server it only holds instructions.
  private mutating func readCondition(
    _ directive: Directive, _ condition: NginxCondition, in id: Int
  ) -> NginxStatement {
    var inner: Int?
    if scopes[id].name != nil { inner = addScope(.condition, parent: id, directive: directive) }
    var body: [NginxStatement] = []
    for child in directive.block?.expanded ?? [] {
      if let statement = statement(child, in: id) {
        body.append(statement)
      } else if let inner {
        keep(child, in: inner)
      }
    }
    return NginxStatement(action: .condition(condition, scope: inner, body: body), directive: directive)
  }

  private mutating func addGroups(of pattern: NginxPattern) {
    guard case .success(let compiled) = pattern.compiled else { return }
    for name in compiled.groupNames { userVariables.insert(name.name.lowercased()) }
  }
}
