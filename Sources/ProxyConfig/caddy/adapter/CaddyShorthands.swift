/// Short placeholders of the Caddyfile, `{path}` for `{http.request.uri.path}` (`httpcaddyfile/shorthands.go`).
enum CaddyShorthands {
  private static let both: [ByteText: ByteText] = [
    "dir": "http.request.uri.path.dir", "file": "http.request.uri.path.file", "host": "http.request.host",
    "hostport": "http.request.hostport", "port": "http.request.port", "method": "http.request.method",
    "path": "http.request.uri.path", "query": "http.request.uri.query", "remote": "http.request.remote",
    "remote_host": "http.request.remote.host", "remote_port": "http.request.remote.port",
    "scheme": "http.request.scheme",
    "uri": "http.request.uri", "tls_cipher": "http.request.tls.cipher_suite", "tls_version": "http.request.tls.version",
    "tls_client_fingerprint": "http.request.tls.client.fingerprint",
    "tls_client_issuer": "http.request.tls.client.issuer",
    "tls_client_serial": "http.request.tls.client.serial", "tls_client_subject": "http.request.tls.client.subject",
    "tls_client_certificate_pem": "http.request.tls.client.certificate_pem",
    "tls_client_certificate_der_base64": "http.request.tls.client.certificate_der_base64",
    "upstream_hostport": "http.reverse_proxy.upstream.hostport",
  ]
  private static let modern: [ByteText: ByteText] = [
    "orig_method": "http.request.orig_method", "orig_uri": "http.request.orig_uri",
    "orig_path": "http.request.orig_uri.path", "orig_dir": "http.request.orig_uri.path.dir",
    "orig_file": "http.request.orig_uri.path.file", "orig_query": "http.request.orig_uri.query",
    "orig_?query": "http.request.orig_uri.prefixed_query", "%uri": "http.request.uri_escaped",
    "%path": "http.request.uri.path_escaped", "%query": "http.request.uri.query_escaped",
    "?query": "http.request.uri.prefixed_query", "uuid": "http.request.uuid", "client_ip": "http.vars.client_ip",
  ]
  /// A prefix, what it stands for, and whether dots may follow.
  private static let prefixes: [(ByteText, ByteText, Bool)] = [
    ("header.", "http.request.header.", false), ("cookie.", "http.request.cookie.", false),
    ("labels.", "http.request.host.labels.", false), ("path.", "http.request.uri.path.", false),
    ("file.", "http.request.uri.path.file.", false), ("query.", "http.request.uri.query.", false),
    ("re.", "http.regexp.", true), ("vars.", "http.vars.", false), ("rp.", "http.reverse_proxy.", true),
    ("resp.", "http.intercept.", true), ("err.", "http.error.", true), ("file_match.", "http.matchers.file.", false),
  ]

  static func expand(_ text: ByteText, _ release: CaddyRelease) -> ByteText {
    guard text.contains("{"), text.contains("}") else { return text }
    let bytes = text.bytes
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "{") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      var end = index + 1
      // No shorthand is longer, and none holds another brace.
      while end < bytes.count, end - index < 512, bytes[end] != UInt8(ascii: "}"), bytes[end] != UInt8(ascii: "{") {
        end += 1
      }
      guard end < bytes.count, bytes[end] == UInt8(ascii: "}"),
        let long = long(ByteText(bytes[(index + 1)..<end]), release)
      else {
        result.append(bytes[index])
        index += 1
        continue
      }
      result.append(UInt8(ascii: "{"))
      result += long.bytes
      result.append(UInt8(ascii: "}"))
      index = end + 1
    }
    return ByteText(result)
  }

  /// The shorthand that a token is the long form of, `{file}` for `{http.request.uri.path.file}`
  /// (`WasReplacedPlaceholderShorthand`).
  static func short(for token: ByteText, _ release: CaddyRelease) -> ByteText? {
    guard token.first == UInt8(ascii: "{"), token.last == UInt8(ascii: "}") else { return nil }
    let long = token.from(1).upTo(token.count - 2)
    let known = release.isModern ? both.merging(modern) { first, _ in first } : both
    return known.first { $0.value == long }?.key
  }

  private static func long(_ key: ByteText, _ release: CaddyRelease) -> ByteText? {
    if let known = both[key] { return known }
    if release.isModern, let known = modern[key] { return known }
    for (prefix, long, allowsDots) in prefixes where key.hasPrefix(prefix) {
      if prefix == "resp.", !release.isModern { continue }
      let rest = key.from(prefix.count)
      // 2.6 wants a name and a group behind "re.".
      if prefix == "re.", !release.isModern {
        guard let (name, group) = rest.cut("."), name.allSatisfy(isWord), group.allSatisfy(isWord) else { continue }
        return long + rest
      }
      if rest.allSatisfy({ isWord($0) || allowsDots && $0 == UInt8(ascii: ".") }) { return long + rest }
    }
    return nil
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-")
  }
}
