import Diagnostics
import ProxyConfig

/// The response as it leaves nginx (`ngx_http_header_filter` and the filters before it).
extension NginxRun {
  mutating func respond(_ status: Int, _ given: Outcome.Body) throws(Undecided) -> Next {
    var final = redirects.errorStatus != 0 ? redirects.errorStatus : status
    var body = given
    var isOfParts = false
    answer.handlerStatus = final
    if final == 200, !isSubrequest, body != .upstream {
      switch try condition(body) {
      case .whole: break
      case .notModified:
        tell("the visitor has this file already")
        (final, body) = (304, .none)
        answer.handlerStatus = 304
      case .part(let isSeveral):
        tell("sends the part that was asked for")
        final = 206
        isOfParts = isSeveral
      case .failed(let code):
        tell("the request's conditions do not hold")
        // Of the first attempt all that was added stays with 416, and nothing with 412 (`ngx_http_clean_header`).
        answer.type = nil
        if code == 416 {
          answer.earlierHeaders = addedHeaders(200)
        } else {
          (answer.location, answer.earlierHeaders, access.challenges) = (nil, [], [])
        }
        return .error(code)
      }
    }
    noteFilters()
    if body == .upstream {
      if let address = upstream.address { decider.show(address) } else { decider.showUnknown() }
    }
    let hasBody = method != "HEAD" && final != 204 && final != 304 && !isSubrequest && body != .inline("")
    var headers: [Outcome.Header] = []
    let target: String? = if let location = answer.location { try absolute(location) } else { nil }
    if let type = try contentType(body, final) {
      headers.append(.init("content-type", isOfParts ? "multipart/byteranges" : type))
    }
    if let target { headers.append(.init("location", target)) }
    // Once set it stays, whatever an error page makes of the status.
    for challenge in access.challenges {
      if let challenge { headers.append(.init("www-authenticate", challenge.shown)) }
    }
    headers += answer.earlierHeaders + addedHeaders(final)
    tell("answers \(final)")
    return .done(
      Outcome(status: final, body: hasBody ? body : .none, headers: headers, location: target, steps: steps))
  }

  private mutating func noteFilters() {
    let filters: [(NginxSetting, besides: [String])] = [
      (.subFilter, ["sub_filter_types", "sub_filter_once"]), (.ssi, ["ssi_types"]),
      (.addBeforeBody, ["addition_types"]),
      (.addAfterBody, ["addition_types"]),
    ]
    for (setting, others) in filters where model.isSet(setting, in: scope) {
      guard let directive = model.setting(setting, in: scope), directive.argument(1) != "off" else { continue }
      let all = model.settings(setting, in: scope) + others.flatMap { model.settings($0, in: scope) }
      let words = all.flatMap { $0.words.map(\.value) }
      tell("\(directive.name) may change the text of the page", at: directive, .filtered(words))
    }
  }

  /// A path becomes a full address unless `absolute_redirect` is off.
  private func absolute(_ target: ByteText) throws(Undecided) -> String {
    decider.show(target)
    guard target.hasPrefix("/"), model.flag(.absoluteRedirect, in: scope, default: true) else {
      return target.shown
    }
    let usesName = model.flag(.serverNameInRedirect, in: scope)
    var name = usesName ? serverName : host
    if !usesName, name.isEmpty {
      // Without a name it is the address that the visitor has connected to.
      guard let serverAddress else { throw Undecided(reason: "the address that the visitor connects to") }
      name = ByteText(serverAddress)
    }
    decider.show(name)
    let request = world.request
    let isUsual = request.port == (request.scheme == .http ? 80 : 443)
    let port = isUsual || !model.flag(.portInRedirect, in: scope, default: true) ? "" : ":\(request.port)"
    return "\(request.scheme.rawValue)://\(name.shown)\(port)\(target.shown)"
  }

  /// The type: by extension for files and texts, HTML for nginx's own pages, the upstream's own otherwise.
  private mutating func contentType(_ body: Outcome.Body, _ status: Int) throws(Undecided) -> String? {
    let type: String
    switch body {
    case .builtin, .redirect: type = answer.type ?? "text/html"
    case .file, .inline:
      type = typeByExtension()
      if type.isEmpty { return nil }
    case .upstream, .none: return nil
    }
    if status == 204 || status == 304 { return nil }
    // Netscape 4 would have taken a redirect's charset for that of the next page (`ngx_http_set_charset`).
    if status == 301 || status == 302 { return type }
    guard !isSubrequest, let charset = model.value(.charset, in: scope), charset != "off", isText(type),
      !type.contains("charset=")
    else { return type }
    let name = try evaluate(NginxText(charset))
    return name.isEmpty ? type : "\(type); charset=\(name.shown)"
  }

  private func isText(_ type: String) -> Bool {
    let usual = [
      "text/html", "text/xml", "text/plain", "text/vnd.wap.wml", "application/javascript", "application/rss+xml",
    ]
    let listed = model.settings(.charsetTypes, in: scope).flatMap { $0.arguments.map(\.value) }
    return type == "text/html" || listed.contains("*") || (listed.isEmpty ? usual : listed).contains(type)
  }

  /// `types` in effect: own blocks replace inherited ones; without any there are three.
  func typeByExtension() -> String {
    let name = resource.fileExtension.lowercased
    let blocks = model.settings(.types, in: scope)
    let fallback = model.value(.defaultType, in: scope)?.string ?? "text/plain"
    guard !name.isEmpty else { return fallback }
    // Beside the servers of an include, "types" adds to what the file around it has.
    let isAddition = model.isFragment && blocks.first?.identity == model.scope(0).settings["types"]?.first?.identity
    let usual: [ByteText: String] = ["html": "text/html", "gif": "image/gif", "jpg": "image/jpeg"]
    if blocks.isEmpty || isAddition, let type = usual[name] { return type }
    for line in blocks.flatMap({ $0.block?.expanded ?? [] })
    where line.arguments.contains(where: { $0.bytes.lowercased == name }) {
      return line.name
    }
    return fallback
  }

  /// `add_header`: for harmless statuses only, unless it says `always` (`ngx_http_headers_filter`).
  private mutating func addedHeaders(_ status: Int) -> [Outcome.Header] {
    // `ngx_http_headers_filter`: a subrequest has no headers to add to.
    if isSubrequest { return [] }
    let isHarmless = [200, 201, 204, 206, 301, 302, 303, 304, 307, 308].contains(status)
    var headers: [Outcome.Header] = []
    for directive in model.settings(.addHeader, in: scope) {
      guard let name = directive.argument(1)?.string, let text = directive.argument(2) else { continue }
      guard isHarmless || directive.argument(3) == "always" else {
        tell("this header is left out: \(status) would need \"always\"", at: directive)
        continue
      }
      var value: ByteText
      do throws(Undecided) { value = try evaluate(word: text) } catch { value = text }
      if !value.isEmpty { headers.append(.init(name.lowercased(), value.shown)) }
    }
    return headers
  }
}
