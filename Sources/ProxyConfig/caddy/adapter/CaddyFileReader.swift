import Diagnostics

/// `file_server`, `try_files` (`fileserver/caddyfile.go`).
enum CaddyFileReader {
  static func fileServer(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    var server = CaddyFileServer()
    let isModern = helper.release.isModern
    while helper.words.next() {
      let arguments = helper.words.remainingArguments()
      if arguments.count > 1 || arguments.first.map({ $0 != "browse" }) ?? false { throw helper.words.countError() }
      if !arguments.isEmpty { server.isBrowsing = true }
      while helper.words.nextInBlock() {
        switch helper.words.word {
        case "fs":
          let name = try helper.words.argument()
          if !isModern { throw helper.words.error("there is no file system \(name)") }
          if !server.fileSystem.isEmpty { throw helper.words.error("fs stands here twice") }
          server.fileSystem = name
        case "hide": server.hide = try list(&helper.words)
        case "index": server.indexNames = try list(&helper.words)
        case "root": server.root = try helper.words.argument()
        case "browse":
          if server.isBrowsing { throw helper.words.error("browse stands here twice") }
          server.isBrowsing = true
          _ = helper.words.nextArgument()
          if isModern {
            let outer = helper.words.nesting
            while helper.words.nextInBlock(outer) {
              guard ["reveal_symlinks", "sort", "file_limit"].contains(helper.words.word) else {
                throw helper.words.error("browse does not know \(helper.words.value)")
              }
              _ = helper.words.remainingArguments()
            }
          }
        case "precompressed":
          server.precompressed = helper.words.remainingArguments()
          if isModern, server.precompressed.isEmpty { server.precompressed = ["br", "zstd", "gzip"] }
          for format in server.precompressed where !["br", "zstd", "gzip"].contains(format.string) {
            throw helper.words.error("there is no precompressed format \(format)")
          }
        case "status": server.status = try helper.words.argument()
        case "disable_canonical_uris":
          try helper.words.noMoreArguments()
          server.hasCanonicalURIs = false
        case "pass_thru":
          try helper.words.noMoreArguments()
          server.passesThrough = true
        case "etag_file_extensions" where isModern: server.etagExtensions = try list(&helper.words)
        default: throw helper.words.error("file_server does not know \(helper.words.value)")
        }
      }
      if isModern { break }
    }
    // Caddy never serves the files it is configured with.
    server.hide += helper.siteFiles.map { $0.contains("/") ? $0 : "./" + $0 }.filter { !server.hide.contains($0) }
    return .fileServer(server)
  }

  private static func list(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> [ByteText] {
    let arguments = words.remainingArguments()
    if arguments.isEmpty { throw words.countError() }
    return arguments
  }

  /// A file matcher and a rewrite; one route for each target with a query.
  static func tryFiles(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyValue] {
    guard helper.words.next() else { throw helper.words.countError() }
    let files = helper.words.remainingArguments()
    if files.isEmpty { throw helper.words.countError() }
    var policy = ByteText()
    while helper.words.nextInBlock() {
      guard helper.words.value == "policy" else { continue }
      if !policy.isEmpty { throw helper.words.error("policy stands here twice") }
      policy = try helper.words.argument()
      var known = ["first_exist", "largest_size", "smallest_size", "most_recently_modified"]
      if helper.release.isModern { known.append("first_exist_fallback") }
      guard known.contains(policy.string) else {
        throw helper.words.error("try_files does not know the policy \(policy)")
      }
    }
    let place = helper.linePlace
    func route(_ files: [ByteText], query: ByteText) -> CaddyRoute {
      var matcher = CaddyFileMatcher(tryFiles: files)
      matcher.policy = policy
      var rewrite = CaddyRewrite()
      rewrite.uri = "{http.matchers.file.relative}" + query
      return CaddyRoute(
        matcherSets: [CaddyMatcherSet([.file(matcher)])], handlers: [CaddyHandler(.rewrite(rewrite), at: place)])
    }
    var routes: [CaddyRoute] = []
    var plain: [ByteText] = []
    for file in files {
      guard let mark = file.offset(of: "?") else {
        plain.append(file)
        continue
      }
      if !plain.isEmpty { routes.append(route(plain, query: "")) }
      plain = []
      routes.append(route([file.upTo(mark)], query: file.from(mark)))
    }
    if !plain.isEmpty { routes.append(route(plain, query: "")) }
    if routes.count > 1 {
      let group = helper.adaptation.nextGroup()
      for index in routes.indices { routes[index].group = group }
    }
    return routes.map { .route($0) }
  }
}
