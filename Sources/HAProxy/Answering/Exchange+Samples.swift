import ProxyConfig
import Trace

/// What sample fetch functions find (manual, section 7.3).
extension Exchange {
  /// The values an expression has, of which an ACL tries each; none when there is nothing to fetch.
  mutating func samples(_ expression: Expression) throws(Interruption) -> [Sample] {
    var result: [Sample] = []
    for sample in try fetch(expression.fetch) {
      var value: Sample? = sample
      for converter in expression.converters {
        guard let old = value else { break }
        value = try convert(old, converter)
      }
      if let value { result.append(value) }
    }
    return result
  }

  /// A format filled in; the last value counts where there are several.
  mutating func format(_ format: Format) throws(Interruption) -> Value {
    var result = Value("")
    for part in format.parts {
      switch part {
      case .text(let text): result.bytes += text
      case .sample(let expression):
        guard let sample = try samples(expression).last else { continue }
        result.bytes += sample.text
        if case .open(let reason) = sample { result.open = result.open ?? reason }
      case .variable(let name):
        let sample = logVariable(name)
        result.bytes += sample.text
        if case .open(let reason) = sample { result.open = result.open ?? reason }
      }
    }
    return result
  }

  private func logVariable(_ name: String) -> Sample {
    // What the log says of the request line is kept only while the request is there.
    switch name {
    case "HM" where !isRequestGone: .text(method)
    case "HU" where !isRequestGone: targetSample(.all)
    case "HP" where !isRequestGone, "HPO" where !isRequestGone: targetSample(.path)
    case "HQ" where !isRequestGone:
      target.bytes.contains(UInt8(ascii: "?")) ? .text("?" + targetPart(.query)) : .text("")
    case "ci" where sent.isWatched, "c" where sent.isWatched: .open("the visitor's very address")
    case "ci" where request.client != nil, "c" where request.client != nil: .text(ByteText(request.client ?? ""))
    case "fp": .number(request.port)
    case "f", "ft": .text(ByteText(frontend.name))
    case "b": .text(ByteText(section.name))
    case "o": .text("")
    default: .open("the value of %\(name) is known only when the request is there")
    }
  }

  /// A rule may have left nothing of the path, or nothing with a slash in front, and then there is none: not even a test for no
  /// length holds (`http_parse_path`).
  private var hasPath: Bool { target.open != nil || target.bytes.hasPrefix("/") }

  private func targetSample(_ part: RuleLine.TargetPart) -> Sample {
    target.open.map { .open($0) } ?? .text(targetPart(part))
  }

  private mutating func fetch(_ call: Expression.Call) throws(Interruption) -> [Sample] {
    let argument = call.arguments.first ?? ""
    switch call.name {
    case "always_true": return [.truth(true)]
    case "always_false": return [.truth(false)]
    case "bool": return [.truth(["true", "yes", "on", "1"].contains(argument.lowercased()))]
    case "int": return Int(argument).map { [.number($0)] } ?? []
    case "str", "ipv4", "ipv6": return [.text(ByteText(argument))]
    case "wait_end", "http_first_req", "req.proto_http": return [.truth(true)]
    case "method": return [.text(method)]
    case "ssl_fc", "ssl_fc_has_sni": return [.truth(request.scheme == .https)]
    case "ssl_fc_sni": return request.scheme == .https ? [.text(sent.name)] : []
    case "ssl_c_used", "ssl_fc_has_crt": return [.truth(request.certificate != .none)]
    case "dst_port", "so_port", "fc_dst_port": return [.number(request.port)]
    case "src", "fc_src":
      guard let client = sent.client else { return [.open("where the visitor comes from")] }
      return [sent.isWatched ? .client(client) : .text(ByteText(client))]
    case "fe_name": return [.text(ByteText(frontend.name))]
    case "be_name": return [.text(ByteText(section.name))]
    case "nbsrv": return backend(argument).map { [.number(usableCount($0))] } ?? []
    case "srv_is_up": return serverState(argument)
    case "http_auth": return [.truth(hasPassword)]
    case "var":
      if let value = variables[argument] { return [value] }
      return call.arguments.count > 1 ? [.text(ByteText(call.arguments[1]))] : []
    case "status": return response.map { [.number($0.status)] } ?? []
    case "capture.req.method": return [.text(method)]
    case "capture.req.uri":
      return isRequestGone ? [.open("the address the visitor asked for")] : [.text(sent.target)]
    case "fc_http_major": return [.number(1)]
    case "req.ver", "capture.req.ver": return isRequestGone ? [] : [.text("1.1")]
    case let name where name.hasPrefix("res."): return responseSample(call)
    default: return try requestSample(call)
    }
  }

  /// What is read of the request, which is possible until it is sent on.
  private mutating func requestSample(_ call: Expression.Call) throws(Interruption) -> [Sample] {
    let argument = call.arguments.first ?? ""
    let known: Set = ["path", "pathq", "url", "query", "base", "baseq", "url_param", "req.cook", "req.cook_cnt"]
    guard known.contains(call.name) || call.name.hasPrefix("req.hdr") || call.name.hasPrefix("req.fhdr") else {
      if let sample = counter(call.name) { return [sample] }
      return [.open("the value of \(call.name)")]
    }
    if isRequestGone { return [] }
    let host = headers.values("host").first?.bytes ?? ""
    switch call.name {
    case "path": return hasPath ? [targetSample(.path)] : []
    case "pathq": return hasPath ? [targetSample(.all)] : []
    case "url": return [targetSample(.all)]
    case "query": return target.bytes.contains(UInt8(ascii: "?")) ? [targetSample(.query)] : [.text("")]
    case "base": return [target.open.map { .open($0) } ?? .text(host + targetPart(.path))]
    case "baseq": return [target.open.map { .open($0) } ?? .text(host + targetPart(.all))]
    case "url_param":
      if let open = target.open { return [.open(open)] }
      let arguments = Several(text: targetPart(.query), kind: .argument(argument))
      if arguments.text.isWatched { return arguments.isAny ? [.several(arguments)] : [] }
      return arguments.values.map { .text($0) }
    case "req.cook", "req.cook_cnt":
      let values = headers.values("cookie")
      if values.isEmpty, let sent = headers.cookies {
        return cookie(argument, of: sent, isCount: call.name != "req.cook")
      }
      if values.isEmpty, let open = absence("cookie") { return [open] }
      let cookies = values.flatMap { Self.cookies($0.bytes, argument) }
      return call.name == "req.cook" ? cookies.map { .text($0) } : [.number(cookies.count)]
    default:
      if sent.isWatched, let open = Self.unfollowed[argument.lowercased()] { return [.open(open)] }
      return headerSample(call, of: headers.values(argument.lowercased()), whenAbsent: absence(argument))
    }
  }

  /// Headers of which more is known than each by itself.
  private static let unfollowed = [
    "content-length": "the length of the body", "cookie": "which cookies are sent together",
  ]

  private func cookie(_ name: String, of sent: Sent, isCount: Bool) -> [Sample] {
    guard !name.isEmpty else { return [.open("which cookies are sent together")] }
    let value = sent.cookie(name)
    if isCount { return [.number(value.isEmpty ? 0 : 1)] }
    return value.isEmpty ? [] : [.text(value)]
  }

  /// Tables that count start empty; in a survey nobody has been counted yet.
  private func counter(_ name: String) -> Sample? {
    guard assumptions.modulesLetPass else { return nil }
    if name.hasPrefix("sc_") || name.hasPrefix("sc0") || name.hasPrefix("sc1") || name.hasPrefix("sc2")
      || name.hasPrefix("src_")
      || [
        "be_conn", "fe_conn", "queue", "avg_queue", "fe_sess_rate", "be_sess_rate",
        "fe_req_rate", "srv_conn", "srv_queue",
      ].contains(name)
    {
      return .number(0)
    }
    return nil
  }

  /// What stands for a header that was not given; nil when it is known to be absent.
  private func absence(_ name: String) -> Sample? {
    request.headersAreComplete ? nil : .open("whether the visitor sends the header \(name)")
  }

  private mutating func responseSample(_ call: Expression.Call) -> [Sample] {
    guard response != nil, call.name.hasPrefix("res.hdr") || call.name.hasPrefix("res.fhdr") else {
      return response == nil ? [] : [.open("the value of \(call.name)")]
    }
    let isOpen = response?.isUpstreams == true && !assumptions.modulesLetPass
    return headerSample(
      call, of: response?.headers.values((call.arguments.first ?? "").lowercased()) ?? [],
      whenAbsent: isOpen ? .open("whether the server sends the header \(call.arguments.first ?? "")") : nil)
  }

  private func headerSample(_ call: Expression.Call, of lines: [Value], whenAbsent absent: Sample?) -> [Sample] {
    if lines.isEmpty, let absent { return [absent] }
    if let open = lines.lazy.compactMap(\.open).first { return [.open(open)] }
    let isWhole = call.name.contains("fhdr")
    let position = call.arguments.count > 1 ? Int(call.arguments[1]) ?? 0 : 0
    if let line = lines.first(where: { $0.bytes.isWatched }), !isWhole, !line.bytes.isNever(UInt8(ascii: ",")) {
      let several = Several(text: line.bytes, kind: .listed)
      if !several.isOne {
        return lines.count == 1 && position == 0 && (call.name == "req.hdr" || call.name == "res.hdr")
          ? [.several(several)] : [.open("what several values of a header are")]
      }
    }
    var values = lines.flatMap { line in
      isWhole || line.bytes.isWatched ? [line.bytes] : Several(text: line.bytes, kind: .listed).values
    }
    if call.name.hasSuffix("_cnt") { return [.number(values.count)] }
    if position != 0 {
      let index = position > 0 ? position - 1 : values.count + position
      values = values.indices.contains(index) ? [values[index]] : []
    }
    if call.name.hasSuffix("_val") { return values.compactMap { Int($0.string).map { .number($0) } } }
    return values.map { .text($0) }
  }

  /// Cookies of a name, or all.
  private static func cookies(_ text: ByteText, _ name: String) -> [ByteText] {
    text.split(separator: UInt8(ascii: ";")).compactMap { pair in
      let pair = ByteText(pair.drop { $0 == 0x20 })
      guard let end = pair.firstIndex(of: UInt8(ascii: "=")), name.isEmpty || pair.upTo(end).string == name else {
        return nil
      }
      return pair.from(end + 1)
    }
  }

  /// Whether the visitor knows the password.
  var hasPassword: Bool { sent.isWatched ? decider.knowsPassword : circumstances.hasRightPassword }

  private func backend(_ name: String) -> ProxySection? {
    name.isEmpty ? (section.isBackend ? section : nil) : model.backend(name)
  }

  /// `srv_is_up(backend/server)`.
  private mutating func serverState(_ argument: String) -> [Sample] {
    let parts = argument.split(separator: "/").map(String.init)
    let owner = parts.count == 2 ? model.backend(parts[0]) : section
    guard let server = owner?.servers.first(where: { $0.name == parts.last }) else { return [] }
    return [.truth(isUsable(server))]
  }
}
