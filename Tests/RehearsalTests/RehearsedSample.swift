import Foundation
import TestSupport
import Testing

/// A configuration with one page for every outage, for each proxy that is on this machine.
struct RehearsedSample: Sendable, CustomTestStringConvertible {
  let kind: String
  let file: String
  /// `FOLDER` and `PAGES` stand for where it is written to.
  var text: String
  /// The file that a visitor of an outage sees.
  let page: String
  var files: [String: String] = [:]
  /// Whether it is played by the release of the distribution, where there is a newer one, too.
  var isDistribution = false

  var testDescription: String { isDistribution ? "\(kind) of the distribution" : kind }

  /// The proxy's program; nil where it is not on this machine.
  var binary: String? {
    let environment = ProcessInfo.processInfo.environment
    switch kind {
    case "nginx": return Command.find("nginx")?.path
    case "haproxy": return Command.find("haproxy")?.path
    case "lighttpd": return Command.find("lighttpd")?.path
    case "varnish": return Command.find("varnishd")?.path
    case "apache": return Command.find("apache2")?.path
    case "caddy" where isDistribution: return Command.find("caddy")?.path
    default: return environment["CADDY_2_11"] ?? TestTools.program("caddy")?.path ?? Command.find("caddy")?.path
    }
  }

  func write(to folder: URL) throws {
    let pages = folder.appending(path: "pages")
    try FileManager.default.createDirectory(at: pages, withIntermediateDirectories: true)
    var all = files
    all[file] = text
    if files.isEmpty { all["pages/50x.html"] = "<h1>Down</h1>\n" + String(repeating: "<p>We are at it.\n", count: 8) }
    for (name, text) in all {
      let whole = text.replacing("PAGES", with: pages.path).replacing("FOLDER", with: folder.path)
      try Data(whole.utf8).write(to: folder.appending(path: name))
    }
  }

  static let nginx = RehearsedSample(
    kind: "nginx", file: "nginx.conf",
    text: """
      events {}
      http {
        upstream app { server 10.1.0.1:80; server app.internal:8080; }
        server {
          listen 80;
          server_name shop.example;
          proxy_intercept_errors on;
          error_page 500 502 503 504 /50x.html;
          location / { proxy_pass http://app; }
          location /api/ { proxy_pass http://127.0.0.1:9001; proxy_read_timeout 20s; }
          root /srv/rehearsed;
          location ~ \\.php$ { if (!-f $document_root$uri) { return 404; } fastcgi_pass unix:/run/php.sock; fastcgi_read_timeout 9s; }
          location = /50x.html { internal; root PAGES; add_header Cache-Control no-store always; }
        }
      }

      """, page: "/pages/50x.html")

  /// One place, for what needs no more.
  static let small: RehearsedSample = {
    var sample = nginx
    sample.text = nginx.text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("/api/") && !$0.contains("fastcgi") }.joined(separator: "\n")
    return sample
  }()

  static let caddy = RehearsedSample(
    kind: "caddy", file: "Caddyfile",
    text: """
      (errors) {
      \thandle_errors {
      \t\troot * PAGES
      \t\trewrite * /50x.html
      \t\theader Cache-Control no-store
      \t\tfile_server
      \t}
      }
      shop.example {
      \treverse_proxy app.internal:80 {
      \t\thealth_uri /healthz
      \t\ttransport http {
      \t\t\tresponse_header_timeout 10s
      \t\t}
      \t}
      \timport errors
      }
      http://php.example {
      \troot * /srv/rehearsed
      \tphp_fastcgi unix//run/php.sock {
      \t\tread_timeout 10s
      \t}
      \timport errors
      }

      """, page: "/pages/50x.html")

  static let olderCaddy: RehearsedSample = {
    var sample = caddy
    sample.isDistribution = true
    return sample
  }()

  static let haproxy = RehearsedSample(
    kind: "haproxy", file: "haproxy.cfg",
    text: """
      defaults
        mode http
        timeout connect 5s
        timeout client 60s
        timeout server 30s
        errorfile 502 PAGES/502.http
        errorfile 503 PAGES/503.http
        errorfile 504 PAGES/504.http
      frontend www
        bind :80
        default_backend app
      backend app
        server a 10.1.0.1:80

      """, page: "/pages/503.http",
    files: Dictionary(
      uniqueKeysWithValues: [(502, "Bad Gateway"), (503, "Service Unavailable"), (504, "Gateway Timeout")].map {
        (
          "pages/\($0.0).http",
          "HTTP/1.1 \($0.0) \($0.1)\r\nContent-Type: text/html\r\nCache-Control: no-store\r\n\r\n<h1>Down</h1>"
        )
      }))

  static let apache = RehearsedSample(
    kind: "apache", file: "httpd.conf",
    text: """
      ServerRoot /usr/lib/apache2
      Listen 80
      ServerName shop.example
      LoadModule mpm_event_module modules/mod_mpm_event.so
      LoadModule authz_core_module modules/mod_authz_core.so
      LoadModule proxy_module modules/mod_proxy.so
      LoadModule proxy_http_module modules/mod_proxy_http.so
      LoadModule alias_module modules/mod_alias.so
      LoadModule headers_module modules/mod_headers.so
      LoadModule mime_module modules/mod_mime.so
      TypesConfig /etc/mime.types
      PidFile /run/apache-rehearsed.pid
      ErrorLog /var/log/apache-rehearsed.log
      Timeout 7
      ProxyErrorOverride On
      ProxyPass /errors/ !
      ProxyPass / http://app.internal/
      Alias /errors/ PAGES/
      <Directory PAGES/>
        Require all granted
      </Directory>
      ErrorDocument 500 /errors/50x.html
      ErrorDocument 502 /errors/50x.html
      ErrorDocument 503 /errors/50x.html
      Header always set Cache-Control no-store "expr=%{REQUEST_STATUS} in {'502','503','504'}"

      """, page: "/pages/50x.html")

  /// A file as it stands in `sites-enabled/`, with nothing around it.
  static let apacheSite: RehearsedSample = {
    var sample = apache
    let foundation = ["ServerRoot", "Listen", "LoadModule", "TypesConfig", "PidFile", "ErrorLog"]
    let lines = apache.text.split(separator: "\n").filter { line in !foundation.contains { line.hasPrefix($0) } }
    sample.text = """
      <VirtualHost *:80>
      ProxyPass /php/ fcgi://php.internal:9000/srv/app/
      \(lines.joined(separator: "\n"))
      </VirtualHost>

      """
    return sample
  }()

  /// Those that no trace knows.
  static let unread = [
    RehearsedSample(
      kind: "lighttpd", file: "lighttpd.conf",
      text: """
        server.document-root = "PAGES"
        server.port = 80
        server.modules = ("mod_proxy")
        server.errorfile-prefix = "PAGES/"
        proxy.server = ("" => (("host" => "10.1.0.1", "port" => 8080, "read-timeout" => 30)))

        """, page: "/pages/503.html",
      files: ["pages/503.html": "<h1>Down for a while</h1>", "pages/504.html": "<h1>Down for a while</h1>"]),
    RehearsedSample(
      kind: "varnish", file: "default.vcl",
      text: """
        vcl 4.1;
        backend default { .host = "app.internal"; .port = "8080"; .first_byte_timeout = 30s; }
        sub vcl_recv { return (pass); }
        sub vcl_backend_error {
          set beresp.http.Content-Type = "text/html";
          set beresp.body = {"<h1>Down for a while</h1>"};
          return (deliver);
        }

        """, page: "", files: ["pages/none": ""]),
  ]

  static let all = [nginx, caddy, olderCaddy, haproxy, apache, apacheSite]
}
