import ProxyConfig

/// A question in the words of `interlude trace`.
extension Question {
  /// The arguments after the file. Only what the command would not assume by itself is named.
  public var arguments: [String] {
    var words: [String] = []
    func add(_ option: String, _ value: String) { words += [option, value] }
    let isPlain = assumptions.modulesLetPass
    if isPlain { words.append("--plain-visitor") }
    add("--request", request.line)
    let assumed = isPlain ? Request.browserHeaders : []
    for header in request.headers where !assumed.contains(header) {
      add("--header", "\(header.name): \(header.value)")
    }
    for header in assumed where request.header(header.name) == nil { add("--without-header", header.name) }
    if request.bodyLength > 0 { add("--body-length", String(request.bodyLength)) }
    if let client = request.client, !isPlain || client != Request.outsideAddress { add("--client", client) }
    if request.certificate != (isPlain ? .good : .none) { add("--certificate", request.certificate.rawValue) }
    return words + circumstances.arguments(isPlain: isPlain)
  }
}

extension Circumstances {
  fileprivate func arguments(isPlain: Bool) -> [String] {
    var words: [String] = []
    func add(_ option: String, _ value: String) { words += [option, value] }
    if hasRightPassword != isPlain { add("--password", hasRightPassword ? "right" : "none") }
    if let cache, cache != (isPlain ? .empty : nil) { add("--cache", cache.rawValue) }
    for (name, value) in variables.sorted(by: { $0.key < $1.key }) { add("--variable", "\(name)=\(value.string)") }
    if failures.everywhere != .none { add("--failure", failures.everywhere.name) }
    for (peer, failure) in failures.byAddress.sorted(by: { $0.key < $1.key }) {
      add("--failure", "\(peer)=\(failure.name)")
    }
    if failures.switchesOn { words.append("--switches-on") }
    if let code = failures.raised { add("--raise", String(code)) }
    return words
  }
}

extension Request {
  /// `GET http://host:port/path`, the usual port left out.
  public var line: String { "\(method) \(address)" }

  /// `http://host:port/path`, the usual port left out.
  private var address: String {
    let isUsual = port == (scheme == .http ? 80 : 443)
    return "\(scheme.rawValue)://\(host)\(isUsual ? "" : ":\(port)")\(target.string)"
  }
}
