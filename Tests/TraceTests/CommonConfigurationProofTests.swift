import Checks
import Diagnostics
import Proxies
import ProxyConfig
import Survey
import TestSupport
import Testing

/// Pieces of configurations that many people run: every place that asks an upstream is decided.
@Suite struct CommonConfigurationProofTests {
  struct Piece: Sendable, CustomTestStringConvertible {
    let name: String
    let proxy: String
    let text: String

    init(_ name: String, _ proxy: String, _ text: String) { (self.name, self.proxy, self.text) = (name, proxy, text) }

    var testDescription: String { "\(name) (\(proxy))" }
  }

  private static let php = "try_files $uri =404; fastcgi_pass 127.0.0.1:9000;"

  static let nginx: [(String, String)] = [
    (
      "versions in paths of static files",
      """
      root /var/www;
      location /static/ {
        location ~ ^/static/version { rewrite ^/static/(version\\d*/)?(.*)$ /static/$2 last; }
        if (!-f $request_filename) { rewrite ^/static/(version\\d*/)?(.*)$ /static.php?resource=$2 last; }
      }
      location ~ ^/(index|static)\\.php$ { \(php) }
      """
    ),
    (
      "a service that the path names",
      "resolver 127.0.0.53; location ~ ^/svc/(?<s>[a-z]+)/(.*)$ { proxy_pass http://$s.internal:8080/$2$is_args$args; }"
    ),
    (
      "a folder for each host",
      """
      root /srv/www/$host/public;
      location / { try_files $uri $uri/ @app; }
      location @app { proxy_pass http://127.0.0.1:3000; }
      """
    ),
  ]

  static let apache: [(String, String)] = [
    (
      "to https",
      """
      RewriteCond %{HTTP:X-Forwarded-Proto} =http
      RewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]
      """
    ),
    (
      "without www",
      """
      RewriteCond %{HTTP_HOST} ^www\\.(.*)$ [NC]
      RewriteRule ^(.*)$ http://%1$1 [R=301,L]
      """
    ),
    (
      "without a slash at the end",
      """
      RewriteCond %{REQUEST_URI} ^(.+)/$
      RewriteRule ^ %1 [R=301,L]
      """
    ),
    ("PHP by its path", "ProxyPassMatch ^/(.*\\.php(/.*)?)$ fcgi://127.0.0.1:9000/var/www/html/$1"),
  ]

  static let all: [Piece] =
    nginx.map { name, text in
      Piece(
        name, "nginx",
        """
        events {}
        http { server {
          listen 80; server_name shop.example;
          error_page 500 502 503 504 /50x.html;
          location = /50x.html { internal; root /srv/pages; }
          \(text)
        } }

        """)
    }
    + apache.map { name, text in
      Piece(
        name, "apache",
        """
        Listen 80
        <VirtualHost *:80>
          ServerName shop.example
          ErrorDocument 502 "Down"
          RewriteEngine On
          \(text)
          ProxyPass / http://127.0.0.1:3000/
        </VirtualHost>

        """)
    } + [
      Piece(
        "without www", "haproxy",
        """
        defaults
          mode http
          timeout connect 5s
          timeout client 30s
          timeout server 30s
        frontend f
          bind :80
          http-request redirect prefix http://%[hdr(host),regsub(^www\\.,,i)] code 301 if { hdr_beg(host) -i www. }
          default_backend app
        backend app
          server a 127.0.0.1:3000

        """),
      Piece(
        "an application of one page", "caddy",
        """
        http://shop.example {
        	root * /srv
        	handle /api/* {
        		reverse_proxy 127.0.0.1:3000
        	}
        	handle {
        		try_files {path} /index.html
        		file_server
        	}
        }

        """),
    ]

  @Test(arguments: all)
  func everyPlaceIsDecided(_ piece: Piece) throws {
    let proxy = try #require(ProxyList.proxy(named: piece.proxy))
    let path = "/etc/\(piece.proxy)/main.conf"
    var files = MemoryFiles()
    files.add(path, Array(piece.text.utf8))
    files.add("/srv/pages/50x.html", Array("<h1>Down</h1>".utf8))
    files.add("/srv/index.html", Array("<h1>Shop</h1>".utf8))
    let machine = Machine(files: files, prefix: proxy.usualPrefix, isWholeMachine: true, environment: [:])
    let config = proxy.tracer(path, machine, isPlainVisitor: true)
    #expect(!config.tree.report.hasErrors, "\(config.tree.report.sorted)")
    let proof = Proof(of: config.tracer, file: path)
    #expect(proof.undecided.isEmpty && !proof.passes.isEmpty, "\(proof.text(isColored: false))")
  }
}
