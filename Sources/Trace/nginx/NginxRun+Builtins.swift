import Diagnostics
import ProxyConfig

/// The variables nginx brings along (`ngx_http_core_variables` and those of its modules).
extension NginxRun {
  func builtin(_ name: String) -> NginxVariables.Value {
    if let value = shownByRequest(name) { return value }
    let request = world.request
    switch name {
    case "uri", "document_uri": return .text(resource.uri)
    case "args", "query_string": return .text(resource.arguments)
    case "is_args": return .text(resource.arguments.isEmpty ? "" : "?")
    case "request_uri": return .text(line.hasTarget ? target : "")
    case "request_method": return .text(line.hasMethod ? isSubrequest ? visitorsMethod.text : method.text : "")
    case "request": return .text(ByteText("\(request.method) ") + target + " HTTP/1.1")
    case "host": return .text(host.isEmpty ? serverName : host)
    case "http_host": return .text(hostHeader)
    case "server_name": return .text(serverName)
    case "server_port": return .text(ByteText(String(request.port)))
    case "server_protocol": return .text(line.isComplete ? "HTTP/1.1" : "")
    case "scheme": return .text(ByteText(request.scheme.rawValue))
    case "https": return .text(request.scheme == .https ? "on" : "")
    case "status":
      return .text(ByteText(padded(redirects.errorStatus != 0 ? redirects.errorStatus : answer.handlerStatus)))
    case "document_root": return rootText
    case "request_filename": return requestFile
    case "fastcgi_script_name": return splitScript(\.script)
    case "fastcgi_path_info": return splitScript(\.rest)
    case "content_length": return contentLength
    case "request_body", "request_body_file": return .unknown("what the visitor sends as a body")
    case "remote_addr" where isAnywhere, "realip_remote_addr" where isAnywhere:
      // Of each network one address is followed, and a condition may name another one.
      return .unknown("$\(name), the visitor's address")
    case "remote_addr":
      return client.map { .text(ByteText($0)) } ?? .unknown("$\(name), the visitor's address")
    case "realip_remote_addr":
      return connectedClient.map { .text(ByteText($0)) } ?? .unknown("$\(name), the visitor's address")
    case "remote_user":
      guard let given = header("authorization") else { return absentHeader("authorization", for: name) }
      return .text(NginxPassword.credentials(given).map { ByteText($0.name) } ?? "")
    case "nginx_version": return .unknown("$nginx_version")
    case "dollar": return .text("$")
    case "upstream_status": return .text(upstream.log.isEmpty ? "" : ByteText(upstreamStatuses))
    case "upstream_addr": return .text(upstream.log.isEmpty ? "" : ByteText(upstreamAddresses))
    case "upstream_cache_status" where !hasCache: return .text("")
    case "invalid_referer": return invalidReferer
    case "proxy_add_x_forwarded_for":
      guard let client = realClient ?? client else { return .unknown("$\(name), the visitor's address") }
      let given = headers.filter { $0.name == "x-forwarded-for" && !$0.value.isEmpty }
      return .text(ByteText((given.map(\.value) + [client]).joined(separator: ", ")))
    case "proxy_protocol_addr", "proxy_protocol_port", "proxy_protocol_server_addr", "proxy_protocol_server_port":
      return listen?.expectsProxyProtocol == true ? .unknown("$\(name), which the PROXY protocol tells") : .text("")
    case "pipe": return .text(".")
    case "request_completion": return .text("")
    case "http2", "http3": return .text("")
    case "limit_rate": return .text("0")
    case "upstream_response_time", "upstream_cache_status",
      "upstream_response_length",
      "upstream_connect_time", "upstream_header_time", "upstream_bytes_sent", "upstream_bytes_received":
      return .unknown("$\(name), which belongs to a single connection")
    case "proxy_host", "proxy_port": return resource.proxied.map { passed(to: $0, name) } ?? .text("")
    case "server_addr":
      return serverAddress.map { .text(ByteText($0)) } ?? .unknown("$server_addr, the address the visitor connects to")
    case "realpath_root", "request_id", "msec", "time_local",
      "time_iso8601", "connection", "connection_requests", "pid", "hostname", "remote_port",
      "request_time",
      "request_length", "bytes_sent", "body_bytes_sent", "binary_remote_addr", "tcpinfo_rtt",
      "limit_req_status", "limit_conn_status",
      "connections_active", "gzip_ratio", "secure_link", "secure_link_expires", "ancient_browser", "modern_browser",
      "msie":
      return .unknown("$\(name), which the request does not tell")
    default: return prefixed(name)
    }
  }

  /// `$proxy_host` and `$proxy_port` (`ngx_http_proxy_set_vars`): the usual port is left out of the one, not of the other.
  private func passed(to directive: Directive, _ variable: String) -> NginxVariables.Value {
    let target = directive.argument(1)?.string ?? ""
    guard !target.contains("$"), !target.contains("unix:") else {
      return .unknown("$\(variable), which depends on the request")
    }
    let usual = target.lowercased().hasPrefix("https:") ? "443" : "80"
    let name = passName(directive)
    let colon = name.lastIndex(of: ":").flatMap { name[$0...].contains("]") ? nil : $0 }
    let port = colon.map { String(name[name.index(after: $0)...]) } ?? usual
    if variable == "proxy_port" { return .text(ByteText(port)) }
    return .text(ByteText(port == usual ? String(name[..<(colon ?? name.endIndex)]) : name))
  }

  /// Headers, cookies and arguments, which conditions ask for most; nil for other variables.
  private func shownByRequest(_ name: String) -> NginxVariables.Value? {
    let bytes = name.utf8
    if bytes.starts(with: "arg_".utf8) { return .text(resource.arguments.queryValue(of: ByteText(name).from(4))) }
    if bytes.starts(with: "http_".utf8) || name == "content_type" {
      guard name != "http_host" else { return nil }
      let wanted = name == "content_type" ? "content-type" : String(name.dropFirst(5)).replacing("_", with: "-")
      if let watch = decider.watch { return .text(watch.input("header " + wanted)) }
      if let value = headerForVariable(wanted) { return .text(ByteText(value)) }
      return absentHeader(wanted, for: name)
    }
    guard bytes.starts(with: "cookie_".utf8) else { return nil }
    if let watch = decider.watch { return .text(watch.input("cookie " + name.dropFirst(7))) }
    guard let cookies = headerForVariable("cookie") else { return absentHeader("cookie", for: name) }
    for pair in cookies.split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0].drop(while: { $0 == " " }).lowercased() == name.dropFirst(7) {
        return .text(ByteText(String(parts[1])))
      }
    }
    return .text("")
  }

  private func prefixed(_ name: String) -> NginxVariables.Value {
    if name.hasPrefix("upstream_http_") || name.hasPrefix("upstream_cookie_") || name.hasPrefix("upstream_trailer_") {
      // Whoever never answered has sent no header either.
      return upstream.hasAnswered ? .unknown("$\(name), which the upstream sends") : .text("")
    }
    if name.hasPrefix("sent_http_") || name.hasPrefix("sent_trailer_") { return sent(name) }
    if name.hasPrefix("ssl_"), world.request.scheme == .http { return .text("") }
    if name == "ssl_client_verify" {
      let mode = model.value(.sslVerifyClient, in: server)?.lowercased
      if world.request.certificate == .none || mode == nil || mode == "off" { return .text("NONE") }
      if world.request.certificate == .good { return .text("SUCCESS") }
    }
    return .unknown("$\(name), which the request does not tell")
  }

  /// A header of nginx's own answer, asked for while that is being made: one that only `add_header` could set is not
  /// there yet.
  private func sent(_ variable: String) -> NginxVariables.Value {
    let name = variable.hasPrefix("sent_http_") ? String(variable.dropFirst(10)).replacing("_", with: "-") : ""
    let own: Set = [
      "content-type", "content-length", "location", "last-modified", "connection", "keep-alive", "transfer-encoding",
      "cache-control", "link", "www-authenticate", "expires", "etag", "accept-ranges", "content-range", "date",
      "server",
      "content-encoding", "vary", "allow", "retry-after", "refresh",
    ]
    let isAdded = model.settings(.addHeader, in: scope).contains {
      $0.argument(1)?.lowercased.string.replacing("_", with: "-") == name
    }
    if upstream.hasAnswered || own.contains(name) || isAdded {
      return .unknown("$\(variable), a header of the answer that is just being made")
    }
    return .text("")
  }

  /// The headers that nginx has read, their names in small letters.
  var headers: ArraySlice<Request.Header> { world.headers.prefix(line.headersRead) }

  func header(_ name: String) -> String? { headers.first { $0.name == name && !$0.value.isEmpty }?.value }

  /// A header as a variable gives it: the values of two kinds of header are joined, of the others the first counts.
  private func headerForVariable(_ name: String) -> String? {
    let values = headers.filter { header in
      guard !header.value.isEmpty else { return false }
      if header.name == name { return true }
      guard header.name.contains("_"), header.name.replacing("_", with: "-") == name else { return false }
      return model.flag(.underscoresInHeaders, in: server)
        || !model.flag(.ignoreInvalidHeaders, in: server, default: true)
    }.map(\.value)
    switch name {
    case "cookie": return values.isEmpty ? nil : values.joined(separator: "; ")
    case "x-forwarded-for": return values.isEmpty ? nil : values.joined(separator: ", ")
    default: return values.first
    }
  }

  /// A header nobody mentioned may or may not be sent; one given as empty is known to be absent.
  func absentHeader(_ name: String, for variable: String) -> NginxVariables.Value {
    let isNamed = world.headers.contains { $0.name == name }
    if isNamed || world.request.headersAreComplete || !line.hasTarget { return .text("") }
    return .unknown("$\(variable): the request's \(name) header is not given")
  }

  /// The visitor's address: what a trusted proxy says, or where the connection comes from.
  var client: String? { realClient ?? connectedClient }

  /// Where the connection comes from, as far as the request or the address listened on gives it away.
  private var connectedClient: String? {
    if let client = world.request.client { return client }
    if let client = watchedClient { return client }
    let host = world.request.host
    if host == "[::1]" { return "::1" }
    if listen?.isLoopback == true || host.hasPrefix("127.") || host == "localhost" { return "127.0.0.1" }
    return nil
  }

  /// The address the connection came in at: the one listened on, or the one that was dialled.
  var serverAddress: String? {
    if let listen, !listen.isWildcard, !listen.isUnixSocket, listen.host != "localhost" {
      return listen.host.filter { $0 != "[" && $0 != "]" }
    }
    let host = world.request.host
    if host == "localhost" { return "127.0.0.1" }
    if decider.watch != nil { return nil }
    return AddressRange.bytes(host) == nil ? nil : host
  }

  var serverName: ByteText {
    model.servers.first { $0.scope == server }?.firstName ?? ""
  }

  private var hostHeader: ByteText {
    let request = world.request
    let isUsual = request.port == (request.scheme == .http ? 80 : 443)
    if let watch = decider.watch { return watch.input("host") + ByteText(isUsual ? "" : ":\(request.port)") }
    if request.header("Host") != nil { return ByteText(header("host") ?? "") }
    guard line.hasTarget else { return "" }
    return ByteText(isUsual ? request.host : "\(request.host):\(request.port)")
  }

  private var contentLength: NginxVariables.Value {
    if decider.watch != nil, body.isAsSent {
      return isBodyLonger(than: 0) ? .unknown("$content_length, the length of the body") : .text("")
    }
    return .text(contentLengthText)
  }

  private var contentLengthText: ByteText {
    let isSaid = line.headersRead >= world.headers.count && line.hasTarget && world.request.bodyLength > 0
    let length = header("content-length") ?? (isSaid ? String(world.request.bodyLength) : "")
    return ByteText(length)
  }

  private func padded(_ status: Int) -> String {
    let digits = String(status)
    return String(repeating: "0", count: max(0, 3 - digits.count)) + digits
  }

  /// `fastcgi_split_path_info` and `fastcgi_index` (`ngx_http_fastcgi_split`).
  private func splitScript(_ part: KeyPath<(script: ByteText, rest: ByteText), ByteText>) -> NginxVariables.Value {
    var parts = (script: resource.uri, rest: ByteText())
    if let word = model.value("fastcgi_split_path_info", in: scope) {
      var copy = self
      do throws(Undecided) {
        if try copy.matches(NginxPattern(word, ignoresCase: false), resource.uri) {
          parts = (
            copy.captures.dropFirst().first.flatMap(\.self) ?? "",
            copy.captures.dropFirst(2).first.flatMap(\.self) ?? ""
          )
        }
      } catch { return .unknown(error.reason) }
    }
    if parts.script.hasSuffix("/"), let index = model.value("fastcgi_index", in: scope) {
      parts.script += index
    }
    return .text(parts[keyPath: part])
  }

  private var rootText: NginxVariables.Value {
    var copy = self
    do throws(Undecided) { return .text(try copy.root().text) } catch { return .unknown(error.reason) }
  }

  private var requestFile: NginxVariables.Value {
    var copy = self
    do throws(Undecided) { return .text(try copy.filePath()?.path ?? "") } catch { return .unknown(error.reason) }
  }
}
