import Diagnostics
import ProxyConfig
import Trace

/// What names stand for while a request is on its way.
extension Run {
  /// The value of a header of the request; an absent one is empty if the request is known to be complete.
  func header(_ name: String, at place: Place?) throws -> ByteText? {
    if name.lowercased() == "host" { return visitor.host }
    if visitor.isWatched {
      if ["content-length", "cookie"].contains(name.lowercased()) {
        throw Undecided("the header \(name), of which not every value is followed", at: place)
      }
      return visitor.header(name)
    }
    if let value = request.header(name) { return ByteText(value) }
    if name.lowercased() == "content-length", request.bodyLength > 0 { return ByteText(String(request.bodyLength)) }
    guard request.headersAreComplete else { throw Undecided("the header \(name), which is not given", at: place) }
    return nil
  }

  /// The visitor's address as a text.
  func address(at place: Place?) throws -> ByteText {
    // Of all visitors at once only the networks are told from each other.
    if visitor.isWatched { throw Undecided("the visitor's very address", at: place) }
    return ByteText(try client("which address it is", at: place))
  }

  /// Variables that mod_rewrite and expressions have alike; nil for a name that is none.
  func variable(_ name: String, _ exchange: Exchange, at place: Place?) throws -> ByteText? {
    switch name {
    case "REQUEST_URI", "DOCUMENT_URI": return exchange.uri
    case "REQUEST_FILENAME", "SCRIPT_FILENAME": return exchange.filename ?? exchange.uri
    case "PATH_INFO": return exchange.pathInfo
    case "QUERY_STRING": return exchange.query ?? ""
    case "REQUEST_METHOD": return exchange.method.text
    case "REQUEST_SCHEME": return ByteText(request.scheme.rawValue)
    case "HTTPS": return request.scheme == .https || server.isSSL ? "on" : "off"
    case "SERVER_NAME": return server.usesCanonicalName ? server.name.map { ByteText($0) } ?? hostName : hostName
    case "SERVER_PORT": return ByteText(String(request.port))
    case "SERVER_PROTOCOL": return "HTTP/1.1"
    case "SERVER_ADMIN": throw Undecided("the value of SERVER_ADMIN", at: place)
    case "DOCUMENT_ROOT": return server.documentRoot ?? model.config.usualRoot
    case "CONTEXT_PREFIX": return exchange.contextPrefix ?? ""
    case "CONTEXT_DOCUMENT_ROOT": return try exchange.contextRoot ?? variable("DOCUMENT_ROOT", exchange, at: place)
    case "THE_REQUEST": return visitor.method + " " + visitor.target + " HTTP/1.1"
    case "REMOTE_ADDR", "CONN_REMOTE_ADDR", "REMOTE_HOST":
      return try address(at: place)
    case "REMOTE_USER", "AUTH_TYPE", "REMOTE_IDENT":
      if circumstances.hasRightPassword || visitor.isWatched { throw Undecided("who the visitor is", at: place) }
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
  func matches(_ pattern: Pattern, _ text: ByteText, at place: Place?) throws -> [ByteText?]? {
    if text.isLost { return lostMatch(pattern, text) }
    switch text.groups(of: pattern) {
    case .match(let groups): return groups
    case .noMatch: return nil
    case .gaveUp: throw Undecided("a regular expression that takes too long", at: place)
    }
  }

  /// `$1` in a replacement (`ap_pregsub`); `&` and `\` mean nothing here but `\$`.
  func substituted(_ text: ByteText, _ groups: [ByteText?]) -> ByteText {
    guard text.contains("$") || text.contains("\\") else { return text }
    var result = ByteText()
    var index = 0
    while index < text.count {
      let next = index + 1 < text.count ? text[index + 1] : 0
      if text[index] == UInt8(ascii: "$"), 0x30...0x39 ~= next {
        let number = Int(next - 0x30)
        if number < groups.count, let value = groups[number] { result += value }
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
