import ProxyConfig

/// Samples for proxies whose folders stand above this one.
extension Sample {
  /// A configuration of HAProxy; what every one begins with need not be said.
  public static func haproxy(_ marked: String, files: [String: String] = [:], manifest: String? = nil) -> Sample {
    let limits = "defaults\n    mode http\n    timeout connect 5s\n    timeout client 30s\n    timeout server 30s\n"
    return Sample(
      ProxyKind(rawValue: "haproxy"), "haproxy", "/etc/haproxy/haproxy.cfg", limits + marked + "\n",
      files: haproxyPages.merging(files) { $1 }, manifest: manifest)
  }

  /// The same with one frontend and one backend.
  ///
  /// - Parameters:
  ///   - defaults: lines for every proxy.
  ///   - backend: what the backend has.
  public static func haproxy(
    defaults: String = "", backend: String = "server a 127.0.0.1:9000", files: [String: String] = [:],
    manifest: String? = nil
  ) -> Sample {
    func indented(_ lines: String) -> String { lines.isEmpty ? "" : "    " + lines.replacing("\n", with: "\n    ") }
    let front = "frontend www\n    bind :80\n    default_backend app\nbackend app\n"
    let head = defaults.isEmpty ? "" : indented(defaults) + "\n"
    return haproxy(head + front + indented(backend), files: files, manifest: manifest)
  }

  /// A configuration of Apache httpd, inside one virtual host.
  public static func apache(_ marked: String, files: [String: String] = [:], manifest: String? = nil) -> Sample {
    let lines = marked.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }.joined(
      separator: "\n")
    let text = "Listen 80\n<VirtualHost *:80>\n    ServerName shop.example\n\(lines)\n</VirtualHost>\n"
    return Sample(
      ProxyKind(rawValue: "apache"), "apache", "/etc/apache2/apache2.conf", text, files: files, manifest: manifest)
  }

  /// The same with pages in `/srv/pages` and an application behind everything but `/errors/`.
  ///
  /// - Parameter lines: what is said of the pages.
  public static func apache(pages lines: String, files: [String: String] = [:], manifest: String? = nil) -> Sample {
    let folder = "<Directory /srv/pages>\n    Require all granted\n</Directory>\nDocumentRoot /srv/pages\n"
    let passes = "\nProxyPass /errors/ !\nProxyPass / http://127.0.0.1:9000/"
    return apache(folder + lines + passes, files: files, manifest: manifest)
  }

  private static let haproxyPages: [String: String] = Dictionary(
    uniqueKeysWithValues: [500, 502, 503, 504].map { code in
      (
        "/etc/haproxy/errors/\(code).http",
        "HTTP/1.1 \(code) Down\r\nContent-Type: text/html\r\nCache-Control: no-store\r\n\r\n<!doctype html><title>\(code)</title>"
      )
    })
}
