import Diagnostics
import ProxyConfig
import Trace

/// What names stand for while a request is on its way.
extension Run {
  /// The value of a header of the request; an absent one is empty if the request is known to be complete.
  func header(_ name: String, at place: Place?) throws -> ByteText? {
    if name.lowercased() == "host" { return ByteText(request.header("host") ?? hostWithPort) }
    if let value = request.header(name) { return ByteText(value) }
    if name.lowercased() == "content-length", request.bodyLength > 0 { return ByteText(String(request.bodyLength)) }
    guard request.headersAreComplete else { throw Undecided("the header \(name), which is not given", at: place) }
    return nil
  }

  private var hostWithPort: String {
    request.port == (request.scheme == .https ? 443 : 80) ? request.host : "\(request.host):\(request.port)"
  }

  /// Variables that mod_rewrite and expressions have alike; nil for a name that is none.
  func variable(_ name: String, _ exchange: Exchange, at place: Place?) throws -> ByteText? {
    switch name {
    case "REQUEST_URI", "DOCUMENT_URI": return exchange.uri
    case "REQUEST_FILENAME", "SCRIPT_FILENAME": return exchange.filename ?? exchange.uri
    case "PATH_INFO": return exchange.pathInfo
    case "QUERY_STRING": return exchange.query ?? ""
    case "REQUEST_METHOD": return ByteText(exchange.method)
    case "REQUEST_SCHEME": return ByteText(request.scheme.rawValue)
    case "HTTPS": return request.scheme == .https || server.isSSL ? "on" : "off"
    case "SERVER_NAME": return ByteText(server.usesCanonicalName ? server.name ?? hostName : hostName)
    case "SERVER_PORT": return ByteText(String(request.port))
    case "SERVER_PROTOCOL": return "HTTP/1.1"
    case "SERVER_ADMIN": throw Undecided("the value of SERVER_ADMIN", at: place)
    case "DOCUMENT_ROOT": return server.documentRoot ?? ByteText(PathText.join(model.config.serverRoot, "htdocs"))
    case "CONTEXT_PREFIX": return exchange.contextPrefix ?? ""
    case "CONTEXT_DOCUMENT_ROOT": return try exchange.contextRoot ?? variable("DOCUMENT_ROOT", exchange, at: place)
    case "THE_REQUEST": return ByteText(request.method + " ") + request.target + " HTTP/1.1"
    case "REMOTE_ADDR", "CONN_REMOTE_ADDR", "REMOTE_HOST":
      return ByteText(try client("which address it is", at: place))
    case "REMOTE_USER", "AUTH_TYPE", "REMOTE_IDENT":
      if circumstances.hasRightPassword { throw Undecided("who the visitor is", at: place) }
      return ""
    case "IS_SUBREQ": return exchange.main == nil ? "false" : "true"
    case "HTTP_HOST": return try header("host", at: place) ?? ""
    case "HTTP_USER_AGENT", "HTTP_REFERER", "HTTP_COOKIE", "HTTP_FORWARDED", "HTTP_ACCEPT":
      let name = String(name.dropFirst(5)).lowercased().replacing("_", with: "-")
      return try header(name, at: place) ?? ""
    case _
    where name.hasPrefix("TIME") || ["REMOTE_PORT", "SERVER_ADDR", "API_VERSION", "SERVER_SOFTWARE"].contains(name):
      throw Undecided("the value of \(name)", at: place)
    default: return nil
    }
  }

  /// Groups of a match; nil for none.
  func matches(_ pattern: Pattern, _ text: ByteText, at place: Place?) throws -> [Range<Int>?]? {
    switch pattern.firstMatch(in: text) {
    case .match(let groups): return groups
    case .noMatch: return nil
    case .gaveUp: throw Undecided("a regular expression that takes too long", at: place)
    }
  }

  /// `$1` in a replacement (`ap_pregsub`); `&` and `\` mean nothing here but `\$`.
  func substituted(_ text: ByteText, _ subject: ByteText, _ groups: [Range<Int>?]) -> ByteText {
    guard text.contains("$") || text.contains("\\") else { return text }
    var result = ByteText()
    var index = 0
    while index < text.count {
      let next = index + 1 < text.count ? text[index + 1] : 0
      if text[index] == UInt8(ascii: "$"), 0x30...0x39 ~= next {
        let number = Int(next - 0x30)
        if number < groups.count, let range = groups[number] { result += subject[range] }
        index += 2
      } else if text[index] == UInt8(ascii: "\\"), next == UInt8(ascii: "$") || next == UInt8(ascii: "\\") {
        result.append(next)
        index += 2
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }
}
