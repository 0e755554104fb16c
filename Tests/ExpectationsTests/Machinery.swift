import Checks
import Diagnostics
import Expectations
import Proxies
import ProxyConfig

/// A proxy's machine in memory, whose files a test breaks.
struct TestMachine {
  let proxy: String
  let config: String
  var files: [String: String]
  /// Permission bits of files that have others than usual.
  var modes: [String: UInt32] = [:]

  init(_ proxy: String, _ config: String, _ files: [String: String]) {
    (self.proxy, self.config, self.files) = (proxy, config, files)
  }

  /// Replaces words of the configuration that must be there.
  mutating func replace(_ old: String, _ new: String) -> Bool {
    guard let text = files[config], text.contains(old) else { return false }
    files[config] = text.replacing(old, with: new)
    return true
  }

  private var machine: (proxy: any Proxy, machine: Machine)? {
    guard let proxy = ProxyList.proxy(named: proxy) else { return nil }
    var memory = MemoryFiles()
    for (path, text) in files { memory.add(path, Array(text.utf8), mode: modes[path] ?? 0o644) }
    return (proxy, Machine(files: memory, prefix: proxy.usualPrefix, isWholeMachine: true))
  }

  /// What is recorded of the configuration as it is.
  func recorded() -> String {
    guard let (proxy, machine) = machine else { return "" }
    var recorder = Recorder(
      proxy.tracer(config, machine, isPlainVisitor: true), proxy.load(config, machine))
    return recorder.file(config: config, settings: [("proxy", [self.proxy])])
  }

  /// The tests of a text run over the configuration as it is.
  func run(_ text: String) -> (run: TestRun?, mistakes: Report) {
    var report = Report()
    let file = ExpectationReader.read(Source(name: "tests.yaml", text: text), into: &report)
    guard let file, !report.hasErrors, let (proxy, machine) = machine else { return (nil, report) }
    let run = TestRun(file, proxy.tracer(config, machine, isPlainVisitor: true), proxy.load(config, machine))
    return (run, report)
  }
}

extension TestMachine {
  static let nginx = TestMachine(
    "nginx", "/etc/nginx/nginx.conf",
    [
      "/etc/nginx/nginx.conf": """
      events {}
      http {
        server {
          listen 80;
          server_name shop.example;
          proxy_intercept_errors on;
          proxy_read_timeout 20s;
          error_page 500 502 503 504 /50x.html;
          location / { proxy_pass http://127.0.0.1:9000; }
          location /api/ { proxy_pass http://127.0.0.1:9001; }
          location = /50x.html { internal; root /srv/pages; add_header Cache-Control no-store always; }
        }
      }

      """,
      "/srv/pages/50x.html": "<h1>Down</h1>",
    ])

  static let caddy = TestMachine(
    "caddy", "/etc/caddy/Caddyfile",
    [
      "/etc/caddy/Caddyfile": """
      http://shop.example {
      \treverse_proxy 127.0.0.1:9000 {
      \t\ttransport http {
      \t\t\tresponse_header_timeout 10s
      \t\t}
      \t}
      \thandle_errors {
      \t\troot * /srv/pages
      \t\trewrite * /50x.html
      \t\theader Cache-Control no-store
      \t\tfile_server
      \t}
      }

      """,
      "/srv/pages/50x.html": "<h1>Down</h1>",
    ])

  static let haproxy = TestMachine(
    "haproxy", "/etc/haproxy/haproxy.cfg",
    [
      "/etc/haproxy/haproxy.cfg": """
      defaults
        mode http
        timeout connect 5s
        timeout client 30s
        timeout server 30s
        errorfile 502 /etc/haproxy/502.http
        errorfile 503 /etc/haproxy/503.http
        errorfile 504 /etc/haproxy/504.http
      frontend www
        bind :80
        default_backend app
      backend app
        server a 127.0.0.1:9000

      """,
      "/etc/haproxy/502.http": "HTTP/1.1 502 Bad Gateway\r\nCache-Control: no-store\r\n\r\ndown",
      "/etc/haproxy/503.http": "HTTP/1.1 503 Service Unavailable\r\nCache-Control: no-store\r\n\r\ndown",
      "/etc/haproxy/504.http": "HTTP/1.1 504 Gateway Timeout\r\nCache-Control: no-store\r\n\r\ndown",
    ])

  static let apache = TestMachine(
    "apache", "/etc/httpd.conf",
    [
      "/etc/httpd.conf": """
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
      Timeout 7
      ProxyErrorOverride On
      ProxyPass /errors/ !
      ProxyPass / http://127.0.0.1:9000/
      Alias /errors/ /srv/pages/
      <Directory /srv/pages/>
        Require all granted
      </Directory>
      ErrorDocument 502 /errors/50x.html
      ErrorDocument 503 /errors/50x.html
      Header always set Cache-Control no-store "expr=%{REQUEST_STATUS} in {'502','503','504'}"

      """,
      "/srv/pages/50x.html": "<h1>Down</h1>",
    ])

  static let all = [nginx, caddy, haproxy, apache]
}
