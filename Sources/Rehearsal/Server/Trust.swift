import Foundation

/// Where a configuration says whom the proxy trusts: there our upstreams' certificate is added, in a copy.
enum Trust {
  private static let files = [
    #"(?:proxy|grpc|uwsgi)_ssl_trusted_certificate\s+["']?([^\s;"']+)"#, #"\bca-file\s+(\S+)"#,
    #"(?i)\bSSLProxyCACertificateFile\s+"?([^\s"]+)"#, #"\btls_trusted_ca_certs\s+(\S+)"#,
    #"\btrust_pool\s+file\s+(\S+)"#, #"\bpem_file\s+(\S+)"#,
  ]
  private static let names = [
    #"\b(?:https|grpcs)://([A-Za-z0-9][A-Za-z0-9.-]*)"#,
    #"(?:proxy|grpc|uwsgi)_ssl_name\s+["']?([A-Za-z0-9][A-Za-z0-9.-]*)"#, #"\btls_server_name\s+(\S+)"#,
    #"\bverifyhost\s+(\S+)"#, #"\bsni\s+str\(([^)\s]+)\)"#,
  ]

  /// Files of certificates that the text names.
  static func files(in text: String) -> [String] { matches(files, text).filter { $0.hasPrefix("/") } }

  /// Names by which the text knows those that are asked over TLS.
  static func names(in text: String) -> [String] { matches(names, text) }

  static func matches(_ patterns: [String], _ text: String) -> [String] {
    var found: [String] = []
    for pattern in patterns {
      guard let expression = try? NSRegularExpression(pattern: pattern) else { continue }
      for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
        guard let range = Range(match.range(at: 1), in: text) else { continue }
        if !found.contains(String(text[range])) { found.append(String(text[range])) }
      }
    }
    return found
  }
}
