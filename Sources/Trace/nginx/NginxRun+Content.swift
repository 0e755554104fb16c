import Diagnostics
import ProxyConfig

/// What makes the content: a handler, an index, a file (`ngx_http_core_content_phase`).
extension NginxRun {
  mutating func makeContent() throws(Undecided) -> Next {
    if let foreign = world.machine.facts[scope].foreign, !isTakenForGranted(foreign) {
      tell("\(foreign.name) may answer by itself", at: foreign)
      throw Undecided(reason: "\(foreign.name) belongs to a module that can answer by itself")
    }
    if let handler {
      switch handler.kind {
      case .upstream(let module): return try askUpstream(module)
      case .opaque:
        tell("\(handler.directive.name) makes the answer", at: handler.directive)
        throw Undecided(reason: "\(handler.directive.name) makes the answer")
      case .emptyGIF:
        guard method == "GET" || method == "HEAD" else { return .error(405) }
        tell("answers with an empty picture", at: handler.directive)
        answer.type = "image/gif"
        return .send(200, .builtin)
      case .stubStatus:
        guard method == "GET" || method == "HEAD" else { return .error(405) }
        tell("answers with nginx's own counters", at: handler.directive)
        answer.type = "text/plain"
        return .send(200, .builtin)
      }
    }
    if endsWithSlash {
      if let next = try tryIndex() { return next }
    }
    if model.setting(.davMethods, in: scope).map({ $0.arguments.contains { method == $0.value } }) == true {
      throw Undecided(reason: "dav_methods changes files")
    }
    return try serveFile()
  }

  /// Whether a directive of an unknown module is taken to leave the answer alone: it does not stand in a location that
  /// nothing else gives its content.
  private func isTakenForGranted(_ foreign: Directive) -> Bool {
    guard world.assumptions.modulesLetPass else { return false }
    if handler != nil { return true }
    let here = model.scope(scope)
    guard here.name != nil, here.settings[foreign.name] != nil, !NginxForeign.isFilter(foreign.name) else {
      return true
    }
    return ["root", "alias", "try_files", "index"].contains { here.settings[$0] != nil }
  }

  /// `ngx_http_index_handler`, then `autoindex`; nil when neither does anything.
  private mutating func tryIndex() throws(Undecided) -> Next? {
    if model.flag(.randomIndex, in: scope) { throw Undecided(reason: "which file random_index picks") }
    guard method.isOne(of: ["GET", "HEAD", "POST"]) else { return .error(405) }
    let directives = model.settings(.index, in: scope)
    let words = directives.isEmpty ? [ByteText("index.html")] : directives.flatMap { $0.arguments.map(\.bytes) }
    var testedDirectory = false
    for word in words {
      let name = try evaluate(word: word)
      if name.hasPrefix("/") {
        tell("the index is \(name.string)", at: directives.last)
        return redirect(to: name, resource.arguments)
      }
      guard let (path, _) = try filePath() else { return .error(500) }
      switch look(path + name, opening: opensToLook) {
      case .file, .directory, .other:
        tell("the index \((path + name).string) exists", at: directives.last)
        return redirect(to: resource.uri + name, resource.arguments)
      case .denied: return .error(403)
      case .failed: return .error(500)
      case .notADirectory: return .error(404)
      case .missing:
        if !testedDirectory, let code = directoryError(path) { return .error(code) }
        testedDirectory = true
      }
    }
    guard let (path, _) = try filePath() else { return .error(500) }
    if model.flag(.autoindex, in: scope), method != "POST" { return listFiles(path) }
    tell("\(path.string) is a directory without an index", .file(path.shown, .directory))
    return .error(403)
  }

  /// `ngx_http_autoindex_handler`, which takes the last byte of the path for a slash.
  private mutating func listFiles(_ path: ByteText) -> Next {
    let directory = path.unwatched.count > 1 ? path.withoutEnd(1) : path
    switch look(directory, opening: true, isOptional: true) {
    case .directory:
      tell("answers with a list of the files in \(directory.string)", at: model.setting(.autoindex, in: scope))
      switch model.value(.autoindexFormat, in: scope)?.lowercased {
      case "json": answer.type = "application/json"
      case "jsonp":
        guard let callback = Self.callback(resource.arguments) else { return .error(400) }
        answer.type = callback.isEmpty ? "application/json" : "application/javascript"
      case "xml": answer.type = "text/xml; charset=utf-8"
      default: answer.type = "text/html"
      }
      return .send(200, .builtin)
    case .missing, .notADirectory, .file, .other:
      tell("there is no directory \(directory.string) to list", at: model.setting(.autoindex, in: scope))
      return .error(404)
    case .denied: return .error(403)
    case .failed: return .error(500)
    }
  }

  /// The function a list in JSONP calls; nil when it is no name.
  private static func callback(_ arguments: ByteText) -> ByteText? {
    for pair in arguments.split(separator: UInt8(ascii: "&")) where ByteText(pair).lowercased.hasPrefix("callback=") {
      let name = ByteText(pair).from(9)
      let isName = name.allSatisfy { NginxText.isNameByte($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") }
      return isName ? name : nil
    }
    return ""
  }

  /// `ngx_http_index_test_dir`: nil when the directory is there.
  private mutating func directoryError(_ path: ByteText) -> Int? {
    let directory = path.hasSuffix("/") && path.unwatched.count > 1 ? path.withoutEnd(1) : path
    switch look(directory, opening: false, isOptional: true) {
    case .directory, .denied: return nil
    case .missing:
      tell("the directory \(directory.string) does not exist", .file(directory.shown, .missing))
      return 404
    default: return 500
    }
  }

  /// `ngx_http_static_handler`.
  private mutating func serveFile() throws(Undecided) -> Next {
    guard method.isOne(of: ["GET", "HEAD", "POST"]) else {
      tell("a file cannot answer \(method)")
      return .error(405)
    }
    guard let (path, root) = try filePath() else {
      let directive = try self.root().directive
      tell("alias cannot be used after the path was rewritten", at: directive)
      return .error(500)
    }
    if let next = try serveCompressed(path) { return next }
    switch look(path, opening: true) {
    case .missing, .notADirectory:
      tell("looks for the file \(path.string), which does not exist", at: root.directive, .file(path.shown, .missing))
      return .error(404)
    case .denied:
      tell(
        "looks for the file \(path.string), which the worker may not read", at: root.directive,
        .file(path.shown, .denied))
      return .error(403)
    case .failed: return .error(500)
    case .other:
      tell("\(path.string) is not a regular file", at: root.directive, .file(path.shown, .missing))
      return .error(404)
    case .directory:
      tell(
        "\(path.string) is a directory: nginx redirects to it with a slash", at: root.directive,
        .file(path.shown, .directory))
      answer.location =
        NginxEscape.uri(resource.uri) + "/" + (resource.arguments.isEmpty ? "" : "?" + resource.arguments)
      return .error(301)
    case .file(let status):
      if method == "POST" {
        tell(
          "the file \(path.string) is there, but a file cannot answer POST", at: root.directive,
          .file(path.shown, .wrongMethod))
        return .error(405)
      }
      discardBody()
      answer.allowsRanges = true
      let size = status.size > 0 ? ", \(status.size) bytes" : ""
      tell("serves the file \(path.string)\(size)", at: root.directive, .file(path.shown, .found))
      return .send(200, .file(path.shown))
    }
  }

  /// `gzip_static`: a `.gz` twin goes out in the file's place.
  private mutating func serveCompressed(_ path: ByteText) throws(Undecided) -> Next? {
    guard let word = model.value(.gzipStatic, in: scope), word != "off", method != "POST" else { return nil }
    guard case .file = look(path + ".gz", opening: true, isOptional: true) else { return nil }
    if word != "always", try !acceptsGzip() { return nil }
    discardBody()
    // It goes out whole (`ngx_http_gzip_static_handler` allows no ranges).
    answer.allowsRanges = false
    tell(
      "serves the compressed file \(path.string).gz", at: model.setting(.gzipStatic, in: scope),
      .file(path.shown + ".gz", .found))
    return .send(200, .file(path.shown + ".gz"))
  }
}
