import ProxyConfig

/// A request and what goes wrong, in the words of `interlude trace`.
extension TraceRequest {
  /// The arguments after the file. Only what the command would not assume by itself is named.
  public func arguments(_ failures: Failures) -> [String] {
    var words: [String] = []
    func add(_ option: String, _ value: String) { words += [option, value] }
    if takesForGranted { words.append("--plain-visitor") }
    add("--request", "\(method) \(address)")
    let assumed = takesForGranted ? Self.browserHeaders : []
    for header in headers where !assumed.contains(header) { add("--header", "\(header.name): \(header.value)") }
    for header in assumed where !headers.contains(where: { $0.name.lowercased() == header.name.lowercased() }) {
      add("--without-header", header.name)
    }
    if bodyLength > 0 { add("--body-length", String(bodyLength)) }
    if let client, !takesForGranted || client != Self.outsideAddress { add("--client", client) }
    if certificate != (takesForGranted ? .good : .none) { add("--certificate", certificate.rawValue) }
    if hasRightPassword != takesForGranted { add("--password", hasRightPassword ? "right" : "none") }
    for (name, value) in variables.sorted(by: { $0.key < $1.key }) { add("--variable", "\(name)=\(value.string)") }
    if failures.everywhere != .none { add("--failure", failures.everywhere.name) }
    for (peer, failure) in failures.byAddress.sorted(by: { $0.key < $1.key }) {
      add("--failure", "\(peer)=\(failure.name)")
    }
    if failures.switchesOn { words.append("--switches-on") }
    if let code = failures.raised { add("--raise", String(code)) }
    return words
  }

  /// `http://host:port/path`, the usual port left out.
  private var address: String {
    let isUsual = port == (scheme == .http ? 80 : 443)
    return "\(scheme.rawValue)://\(host)\(isUsual ? "" : ":\(port)")\(target.string)"
  }
}
