/// The proxies whose configuration can be read.
///
/// A new proxy is one case here, one folder beside `nginx`, and one folder of fixtures.
public enum ProxyKind: String, Sendable, Hashable, CaseIterable {
  case nginx, caddy

  /// Guesses the proxy from a file's name and, failing that, from its text; nil when nothing speaks for any of them.
  public static func guess(path: String, bytes: [UInt8]) -> ProxyKind? {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    if isCaddyName(name) { return .caddy }
    if name.contains("nginx") { return .nginx }
    let head = String(decoding: bytes.prefix(64 * 1024), as: UTF8.self)
    // JSON is Caddy's when it has apps, and never nginx's.
    if name.hasSuffix(".json") || head.first(where: { !$0.isWhitespace }) == "{" && head.contains("\"apps\"") {
      return head.contains("\"apps\"") ? .caddy : nil
    }
    let scores: [(ProxyKind, Int)] = [
      (.nginx, count(of: ["proxy_pass ", "error_page ", "server {", "listen ", "location ", "http {"], in: head)),
      (.caddy, count(of: ["reverse_proxy", "handle_errors", "file_server", "\"apps\"", "respond "], in: head)),
    ]
    guard let best = scores.max(by: { $0.1 < $1.1 }), best.1 > 0 else { return nil }
    return best.0
  }

  static func isCaddyName(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    return name.hasPrefix("caddyfile") || [".caddyfile", ".caddy", "caddy.json"].contains(where: name.hasSuffix)
  }

  private static func count(of words: [String], in text: String) -> Int {
    words.reduce(0) { $0 + (text.contains($1) ? 1 : 0) }
  }
}
