import Foundation
import ProxyConfig

/// Upstreams of a configuration that no reader knows: everything that looks like an address in it and in the files it names,
/// as Traefik's dynamic configuration and the includes of VCL are.
enum AddressesInText {
  /// A larger file is no configuration.
  private static let mostBytes = 1 << 20
  private static let mostFiles = 200

  static func all(in path: String) -> Set<String> {
    texts(from: path).reduce(into: []) { $0.formUnion(addresses(in: $1)) }
  }

  /// The file's text, and those of the files and of the folders' files that it names.
  private static func texts(from path: String) -> [String] {
    let manager = FileManager.default
    let main = manager.currentDirectory(joining: path)
    guard let text = text(of: main) else { return [] }
    var named: [String] = []
    for match in text.matches(of: #/[^\s"'=:;,(){}<>\[\]]*[\/.][^\s"'=:;,(){}<>\[\]]*/#).prefix(mostFiles) {
      let file = PathText.join(PathText.parent(main), String(match.0))
      let inside = SandboxFiles.isFolder(file) ? (try? manager.contentsOfDirectory(atPath: file)) ?? [] : nil
      let isSystem = ["/proc", "/sys", "/dev", "/run"].contains { file == $0 || file.hasPrefix($0 + "/") }
      guard !isSystem, file != main else { continue }
      named +=
        inside.map { names in
          names.filter { $0.contains(#/\.(ya?ml|toml|json|conf|cfg|vcl)$/#) }.sorted().map { file + "/" + $0 }
        } ?? [file]
    }
    return [text] + Set(named).sorted().prefix(mostFiles).compactMap(Self.text)
  }

  private static func text(of file: String) -> String? {
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= mostBytes else { return nil }
    return try? String(contentsOfFile: file, encoding: .utf8)
  }

  private static func addresses(in text: String) -> Set<String> {
    var found: Set<String> = []
    for match in text.matches(of: #/\b(https?):\/\/([A-Za-z0-9][A-Za-z0-9.-]*)(?![\w.:-])/#) {
      found.insert("\(match.2):\(match.1 == "https" ? 443 : 80)")
    }
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
