import Diagnostics
import ProxyConfig
import Trace

/// What the rules of one level came to.
enum RewriteResult {
  case unchanged
  case changed(keepsEscapes: Bool)
  /// A rule ends the request.
  case status(Int)
}

/// mod_rewrite at the server's level and in sections.
extension Run {
  func rewriteServer(_ exchange: Exchange) throws -> Verdict {
    guard let rewriting = server.rewriting, exchange.settings.rewriting?.isOn ?? rewriting.isOn ?? false,
      !exchange.endsRewriting, model.config.has("rewrite_module"), exchange.uri.hasPrefix("/")
    else { return .declined }
    exchange.filename = exchange.uri
    let oldQuery = exchange.query
    var list = RewriteList(run: self, exchange: exchange, directory: nil, maps: rewriting.maps)
    let result = try list.apply(rewriting.rules)
    guard case .changed(let keepsEscapes) = result, let name = exchange.filename else {
      if case .status(let status) = result { return .status(status) }
      exchange.filename = nil
      return .declined
    }
    if name.hasPrefix("proxy:") { return toProxy(exchange, list.last) }
    if RewriteText.schemeLength(name) > 0 { return redirect(exchange, name, keepsEscapes, oldQuery) }
    if name.hasPrefix("passthrough:") {
      exchange.uri = name.from(12)
      exchange.filename = nil
      return .declined
    }
    guard name.hasPrefix("/") else { return .status(400) }
    if isFilesystemPath(name, list.last) { return .ok }
    let uri = exchange.uri
    exchange.uri = name
    defer { exchange.uri = uri }
    return coreTranslate(exchange)
  }

  /// Whether a result is taken for a path of the machine: its first part is there, and the rule says so itself
  /// (`prefix_stat`).
  private func isFilesystemPath(_ name: ByteText, _ last: RewriteRule?) -> Bool {
    guard let first = firstPart(name) else { return false }
    guard let last, !last.flags.allowsUnsafePrefix else { return true }
    let root = server.documentRoot ?? ""
    return last.output.hasPrefix(first) || !root.isEmpty && name.hasPrefix(root)
  }

  /// The first part of a path of the machine; nil if it is not there.
  private func firstPart(_ name: ByteText) -> ByteText? {
    if name.isWatched, let slash = ByteText(name.constantStart).offset(of: "/", from: 1) {
      return firstPart(ByteText(name.constantStart.prefix(slash)))
    }
    guard name.isWatched else {
      let first = "/" + (name.from(1).cut("/")?.before ?? name.from(1))
      return files.exists(first.string) ? first : nil
    }
    let names = survey.topFolders(files)
    return name.note(decider.watchedQuestion("top folders", of: survey) { TextQuestion(names.map(AliasMatch.tests)) })
      .map { names[$0] }
  }

  private func toProxy(_ exchange: Exchange, _ rule: RewriteRule?) -> Verdict {
    guard model.config.has("proxy_module") else { return .status(403) }
    exchange.isProxied = true
    exchange.handler = "proxy-server"
    if let rule {
      exchange.pass = (rule.number, rule.place, [:])
      tell(
        "The rule sends the request to \(exchange.filename?.from(6).shown ?? "")", at: rule.place, .entered,
        scope: rule.number)
    }
    return .ok
  }

  private func redirect(_ exchange: Exchange, _ name: ByteText, _ keepsEscapes: Bool, _ oldQuery: ByteText?) -> Verdict
  {
    let skip = RewriteText.schemeLength(name)
    var location = name
    if !keepsEscapes {
      // The host stays as it is.
      let host = name.from(skip).before(UInt8(ascii: "/"))
      let path = name.from(skip).after(UInt8(ascii: "/"))
      let hasPath = name.from(skip).contains(UInt8(ascii: "/"))
      location = name.upTo(skip) + host + (hasPath ? Escape.url("/" + path, keepsQuery: false) : "")
    }
    if let query = exchange.query {
      location +=
        "?" + (keepsEscapes || isSame(query, oldQuery) ? query : Escape.escaped(query, keeping: "$-_.+!*'(),:@&=/~;?"))
    }
    exchange.location = location.shown
    let status = StatusCodes.isRedirect(exchange.status) ? exchange.status : 302
    if StatusCodes.isRedirect(exchange.status) { exchange.status = 200 }
    return .status(status)
  }

  /// Rules of `<Directory>`, `<Location>` and `.htaccess`.
  func rewriteSection(_ exchange: Exchange) throws -> Verdict {
    guard let rewriting = exchange.settings.rewriting, rewriting.isOn ?? false, let directory = rewriting.directory,
      !exchange.endsRewriting, model.config.has("rewrite_module")
    else { return .declined }
    let isProxied = exchange.isProxied && exchange.filename?.hasPrefix("proxy:") == true
    if !isProxied, let name = exchange.filename, name + "/" == directory, !rewriting.options.contains("allownoslash") {
      return .declined
    }
    guard exchange.settings.allows("followsymlinks") || exchange.settings.allows("symlinksifownermatch") else {
      tell("Options forbids links, and with them rules of mod_rewrite", at: rewriting.place, .denied(403))
      return .status(403)
    }
    let (oldName, oldQuery) = (exchange.filename, exchange.query)
    if exchange.filename == nil { exchange.filename = exchange.uri }
    var list = RewriteList(
      run: self, exchange: exchange, directory: directory,
      maps: (server.rewriting?.maps ?? [:]).merging(rewriting.maps) { $1 })
    let result = try list.apply(rewriting.rules)
    guard case .changed(let keepsEscapes) = result, var name = exchange.filename else {
      if case .status(let status) = result { return .status(status) }
      exchange.filename = oldName
      return .declined
    }
    if name.hasPrefix("proxy:") { return toProxy(exchange, list.last) }
    if RewriteText.schemeLength(name) > 0 {
      return redirect(exchange, withBase(name, rewriting), keepsEscapes, oldQuery)
    }
    if name.hasPrefix("passthrough:") { name = name.from(12) }
    guard name.hasPrefix("/") else { return .status(400) }
    if isSame(name, oldName) {
      exchange.filename = name
      return .ok
    }
    exchange.filename = urlPath(name, exchange, rewriting, directory) + (exchange.query.map { "?" + $0 } ?? "")
    exchange.handler = Self.redirectHandler
    return .ok
  }

  /// Whether two texts are the same; of two that are made of the request in different ways either is tried.
  private func isSame(_ text: ByteText, _ other: ByteText?) -> Bool {
    guard let other, text.isWatched, other.isWatched, !text.isSame(as: other) else { return text == other }
    return decider.choose(
      at: "\(text.wayHere) = \(other.wayHere)", because: "whether \(text.wayHere) is \(other.wayHere)") == 1
  }

  /// A folder at the start of a redirect's path is put back into the path it is asked under.
  private func withBase(_ name: ByteText, _ rewriting: Rewriting) -> ByteText {
    guard let base = rewriting.base, let directory = rewriting.directory,
      let slash = ByteText(name.isWatched ? name.constantStart : name.bytes)
        .offset(of: "/", from: RewriteText.schemeLength(name))
    else { return name }
    let path = name.from(slash)
    return path.hasPrefix(directory) ? name.upTo(slash) + base + path.from(directory.count) : name
  }

  /// The path of this server for a file.
  private func urlPath(
    _ name: ByteText, _ exchange: Exchange, _ rewriting: Rewriting, _ directory: ByteText
  ) -> ByteText {
    func replace(_ prefix: ByteText, _ path: ByteText) -> ByteText? {
      let trimmed = prefix.last == UInt8(ascii: "/") ? prefix.upTo(prefix.count - 1) : prefix
      guard name.hasPrefix(trimmed + "/") else { return nil }
      let base = path.last == UInt8(ascii: "/") ? path.upTo(path.count - 1) : path
      return base + name.from(trimmed.count)
    }
    if let base = rewriting.base {
      if let path = replace(directory, base) { return path }
    } else if let root = server.documentRoot, let path = replace(root, "") {
      return path
    }
    if !rewriting.options.contains("ignorecontextinfo"), let root = exchange.contextRoot,
      let prefix = exchange.contextPrefix, let path = replace(root, prefix)
    {
      return path
    }
    return name
  }
}
