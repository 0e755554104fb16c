import Foundation

/// Upstreams of a configuration that no reader knows: everything in it that looks like an address.
enum AddressesInText {
  static func all(in path: String) -> Set<String> {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    var found: Set<String> = []
    for match in text.matches(of: #/[A-Za-z0-9][A-Za-z0-9.-]*:(\d{2,5})\b/#) {
      guard let port = Int(match.1), 1...65_535 ~= port else { continue }
      let host = match.0.prefix { $0 != ":" }
      if host != "0.0.0.0" { found.insert(String(match.0)) }
    }
    // address: app … port_value: 8080, as Envoy writes it, and .host = "app"; .port = "8080"; as Varnish does.
    let pairs = [
      text.matches(of: #/address:\s*"?([\w.-]+)"?\s*,?\s*port_value:\s*(\d+)/#).map { ($0.1, $0.2) },
      text.matches(of: #/\.host\s*=\s*"([^"]+)"\s*;\s*\.port\s*=\s*"(\d+)"/#).map { ($0.1, $0.2) },
      text.matches(of: #/"host"\s*=>\s*"([^"]+)"\s*,\s*"port"\s*=>\s*"?(\d+)/#).map { ($0.1, $0.2) },
    ]
    for (host, port) in pairs.joined() where host != "0.0.0.0" { found.insert("\(host):\(port)") }
    return found
  }
}
