import Diagnostics

/// Reads routes, matchers and handlers from JSON.
struct CaddyJSONRoutes {
  let source: Source

  func routes(_ json: CaddyJSON?) -> [CaddyRoute] { (json?.list ?? []).map { route($0) } }

  func route(_ json: CaddyJSON) -> CaddyRoute {
    CaddyRoute(
      group: json["group"]?.text.flatMap { $0.isEmpty ? nil : $0.string },
      matcherSets: (json["match"]?.list ?? []).map(matcherSet),
      handlers: (json["handle"]?.list ?? []).map(handler), isTerminal: json["terminal"]?.isTrue ?? false)
  }

  // MARK: - Matchers

  func matcherSet(_ json: CaddyJSON) -> CaddyMatcherSet {
    CaddyMatcherSet(json.members.map { matcher($0.name, $0.value) })
  }

  private func matcher(_ name: ByteText, _ json: CaddyJSON) -> CaddyMatcher {
    switch name.string {
    case "host": .host(json.texts ?? [])
    case "path": .path(json.texts ?? [])
    case "method": .method(json.texts ?? [])
    case "path_regexp": .pathRegexp(regexp(json))
    case "query": .query(fields(json))
    case "header": .header(fields(json))
    case "header_regexp": .headerRegexp(json.members.map { CaddyNamedRegexp($0.name, regexp($0.value)) })
    case "vars": .vars(fields(json))
    case "vars_regexp": .varsRegexp(json.members.map { CaddyNamedRegexp($0.name, regexp($0.value)) })
    case "protocol": .protocols(json.text ?? "")
    case "not": .not((json.list ?? []).map(matcherSet))
    case "expression": .expression(json.text ?? json["expr"]?.text ?? "", name: json["name"]?.text ?? "")
    case "file": .file(file(json))
    case "remote_ip": .remoteIP(json["ranges"]?.texts ?? [], forwarded: json["forwarded"]?.isTrue ?? false)
    case "client_ip": .clientIP(json["ranges"]?.texts ?? [])
    case "tls": .tls
    default: .unknown(name)
    }
  }

  private func regexp(_ json: CaddyJSON) -> CaddyRegexp {
    CaddyRegexp(name: json["name"]?.text ?? "", pattern: json["pattern"]?.text ?? "")
  }

  private func fields(_ json: CaddyJSON?) -> [CaddyField] {
    (json?.members ?? []).map { CaddyField($0.name, $0.value.texts) }.sorted { $0.name < $1.name }
  }

  private func file(_ json: CaddyJSON) -> CaddyFileMatcher {
    var matcher = CaddyFileMatcher(tryFiles: json["try_files"]?.texts)
    matcher.root = json["root"]?.text ?? ""
    matcher.policy = json["try_policy"]?.text ?? ""
    matcher.splitPath = json["split_path"]?.texts ?? []
    matcher.fileSystem = json["fs"]?.text ?? ""
    return matcher
  }

  // MARK: - Handlers

  /// A handler; its place is the member that names it.
  func handler(_ json: CaddyJSON) -> CaddyHandler {
    let name = json.members.last { $0.name == "handler" }
    let place = source.place(name.map { $0.offset..<$0.value.range.upperBound } ?? json.range)
    return CaddyHandler(kind(json), at: place, extent: source.place(json.range))
  }

  private func kind(_ json: CaddyJSON) -> CaddyHandler.Kind {
    let name = json["handler"]?.text?.string ?? ""
    switch name {
    case "subroute":
      return .subroute(
        routes: routes(json["routes"]), errors: json["errors"].map { routes($0["routes"]) })
    case "static_response":
      var response = CaddyStaticResponse()
      response.status = json["status_code"]?.weakText ?? ""
      response.headers = fields(json["headers"])
      response.body = json["body"]?.text ?? ""
      response.closes = json["close"]?.isTrue ?? false
      response.aborts = json["abort"]?.isTrue ?? false
      return .staticResponse(response)
    case "error": return .error(message: json["error"]?.text ?? "", status: json["status_code"]?.weakText ?? "")
    case "file_server": return .fileServer(fileServer(json))
    case "reverse_proxy": return .reverseProxy(CaddyJSONProxy(routes: self).read(json))
    case "rewrite": return .rewrite(rewrite(json))
    case "headers":
      return .headers(request: json["request"].map(operations), response: json["response"].map(responseHeaders))
    case "vars":
      return .vars(
        json.members.filter { $0.name != "handler" }.map {
          CaddyVariable($0.name, $0.value.text.map { .text($0) } ?? .other($0.value.weakText ?? ""))
        })
    case "intercept": return .intercept(responseHandlers(json["handle_response"]))
    case "copy_response": return .copyResponse(status: json["status_code"]?.weakText ?? "")
    case "copy_response_headers":
      return .copyResponseHeaders(include: json["include"]?.texts ?? [], exclude: json["exclude"]?.texts ?? [])
    case "invoke": return .invoke(json["name"]?.text ?? "")
    case "encode": return .encode
    case "templates": return .templates
    case "request_body": return .requestBody(limit: json["max_size"]?.integer.flatMap { $0 > 0 ? $0 : nil })
    case "authentication": return .authentication
    case "map": return .map(map(json))
    case "tracing", "push", "log_append": return .transparent(name)
    default: return .unknown(name)
    }
  }

  private func fileServer(_ json: CaddyJSON) -> CaddyFileServer {
    var server = CaddyFileServer()
    server.root = json["root"]?.text ?? ""
    server.hide = json["hide"]?.texts ?? []
    server.indexNames = json["index_names"]?.texts
    server.isBrowsing = json["browse"] != nil
    server.hasCanonicalURIs = !(json["canonical_uris"]?.isFalse ?? false)
    server.status = json["status_code"]?.weakText ?? ""
    server.passesThrough = json["pass_thru"]?.isTrue ?? false
    server.precompressed = json["precompressed"]?.members.map(\.name) ?? []
    server.fileSystem = json["fs"]?.text ?? json["file_system"]?["backend"]?.text ?? ""
    server.etagExtensions = json["etag_file_extensions"]?.texts ?? []
    return server
  }

  func rewrite(_ json: CaddyJSON) -> CaddyRewrite {
    var rewrite = CaddyRewrite()
    rewrite.method = json["method"]?.text ?? ""
    rewrite.uri = json["uri"]?.text ?? ""
    rewrite.stripPrefix = json["strip_path_prefix"]?.text ?? ""
    rewrite.stripSuffix = json["strip_path_suffix"]?.text ?? ""
    func parts(_ json: CaddyJSON?) -> [CaddyRewrite.Substring] {
      (json?.list ?? []).map {
        .init(find: $0["find"]?.text ?? "", replacement: $0["replace"]?.text ?? "", limit: $0["limit"]?.integer ?? 0)
      }
    }
    rewrite.substrings = parts(json["uri_substring"])
    rewrite.pathRegexps = parts(json["path_regexp"])
    if let query = json["query"] {
      var all: [CaddyRewrite.QueryOperation] = []
      for (name, kind) in [
        ("rename", CaddyRewrite.QueryOperation.Kind.rename), ("set", .set), ("add", .add), ("replace", .replace),
      ] {
        for entry in query[name]?.list ?? [] {
          all.append(
            .init(
              kind: kind, key: entry["key"]?.text ?? "", value: entry["val"]?.text ?? entry["replace"]?.text ?? "",
              search: entry["search"]?.text ?? "", searchRegexp: entry["search_regexp"]?.text ?? ""))
        }
      }
      all += (query["delete"]?.texts ?? []).map { .init(kind: .delete, key: $0) }
      rewrite.query = all
    }
    return rewrite
  }

  func operations(_ json: CaddyJSON) -> CaddyHeaderOperations {
    var operations = CaddyHeaderOperations()
    operations.add = fields(json["add"])
    operations.set = fields(json["set"])
    operations.delete = json["delete"]?.texts ?? []
    for member in json["replace"]?.members ?? [] {
      for entry in member.value.list ?? [] {
        operations.replace.append(
          .init(
            field: member.name, search: entry["search"]?.text ?? "", searchRegexp: entry["search_regexp"]?.text ?? "",
            replacement: entry["replace"]?.text ?? ""))
      }
    }
    return operations
  }

  func responseHeaders(_ json: CaddyJSON) -> CaddyResponseHeaders {
    var headers = CaddyResponseHeaders()
    headers.operations = operations(json)
    headers.require = json["require"].map(responseMatcher)
    headers.isDeferred = json["deferred"]?.isTrue ?? false
    return headers
  }

  private func responseMatcher(_ json: CaddyJSON) -> CaddyResponseMatcher {
    var matcher = CaddyResponseMatcher()
    matcher.statuses = json["status_code"]?.list?.compactMap(\.integer)
    matcher.headers = fields(json["headers"])
    return matcher
  }

  func responseHandlers(_ json: CaddyJSON?) -> [CaddyResponseHandler] {
    (json?.list ?? []).map { entry in
      var handler = CaddyResponseHandler()
      handler.match = entry["match"].map(responseMatcher)
      handler.status = entry["status_code"]?.weakText ?? ""
      handler.routes = routes(entry["routes"])
      handler.place = source.place(entry.range)
      return handler
    }
  }

  private func map(_ json: CaddyJSON) -> CaddyMap {
    CaddyMap(
      source: json["source"]?.text ?? "", destinations: json["destinations"]?.texts ?? [],
      entries: (json["mappings"]?.list ?? []).map { entry in
        .init(
          input: entry["input"]?.text ?? "", regexp: entry["input_regexp"]?.text ?? "",
          outputs: (entry["outputs"]?.list ?? []).map(\.weakText))
      }, defaults: json["defaults"]?.texts ?? [])
  }
}
