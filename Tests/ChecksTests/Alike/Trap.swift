import Testing

/// Something in a fleet by which servers that look alike are not.
struct Trap: Sendable, CustomTestStringConvertible {
  let name: String
  let set: @Sendable (inout Fleet) -> Void

  var testDescription: String { name }

  private init(_ name: String, _ set: @escaping @Sendable (inout Fleet) -> Void) { (self.name, self.set) = (name, set) }

  private static func change(_ site: Int, _ old: String, _ new: String) -> @Sendable (inout Fleet) -> Void {
    { fleet in
      fleet.sites["site-\(site)"] = fleet.sites["site-\(site)"]?.replacing(old, with: new)
    }
  }

  static let all: [Trap] = [
    Trap("two servers of one name", change(3, "mail3.example.com", "shop0.example.com")),
    Trap("a name claimed before") {
      $0.sites["a"] = "server { listen 8080; server_name .wiki2.example.com; location / { proxy_pass http://h; } }"
    },
    Trap("a default server", change(5, "listen 8080;", "listen 8080 default_server;")),
    Trap("a folder that is here") { $0.files["/data/wiki/2/404.html"] = "<html>" },
    Trap("a folder that is here, with another page in it") { $0.files["/pages/shop/errors/5xx.htm"] = "<html>" },
    Trap("a folder around it that is here") { $0.files["/data/wiki/x.html"] = "<html>" },
    Trap("a folder that is called like a page", change(2, "/data/wiki/2", "/data/5xx.html/2")),
    Trap("a folder for scripts", change(2, "/data/wiki/2", "/data/a.php/2")),
    Trap("a page for all by a name that one server has") { $0.shared.append("error_page 429 @page_6;") },
    Trap("a page for all that no server has") { $0.shared.append("error_page 429 /busy.html;") },
    Trap("a page by the host") { $0.shared.append("error_page 404 /$host.html;") },
    Trap("a folder by the host") {
      $0.shared.append("root /hosts/$host;")
      $0.files["/hosts/wiki2.example.com/404.html"] = "<html>"
    },
    Trap("a host that a map knows") {
      $0.shared.append("map $host $page { default /none.html; wiki2.example.com /a.html; }")
      $0.shared.append("error_page 429 $page;")
    },
    Trap("a map of one's own in the page", change(2, "listen ", "error_page 410 /$lang/410.html; listen ")),
    Trap("somebody else's upstream") {
      $0.sites["z"] = "server { listen 8080; server_name z.example.com; location / { proxy_pass http://mail_3; } }"
    },
    Trap("somebody else's upstream by a variable") {
      $0.sites["z"] =
        "server { listen 8080; server_name z.example.com; location ~ /(.*) { proxy_pass http://$1; resolver 127.0.0.1; } }"
    },
    Trap("an upstream for all") {
      $0.shared.append("upstream all { server 127.0.0.1:6002; }")
      for site in $0.sites.keys {
        $0.sites[site] = $0.sites[site]?.replacing(
          "proxy_read_timeout", with: "error_page 502 /all; proxy_read_timeout"
        )
        .replacing("location / {", with: "location /all { proxy_pass http://all; }\n  location / {")
      }
    },
    Trap("a page that is not defined", change(4, "server {", "server { error_page 503 @pgae_4;")),
    Trap("a page of another server's name", change(4, "@page_4;", "@page_5;")),
    Trap("an allowance", change(4, "# shop", "# interlude: allow not-internal because\n# shop")),
    Trap("a condition by the host", change(4, "listen ", "if ($host = shop4.example.com) { return 404; } listen ")),
    Trap("a rewrite", change(4, "listen ", "rewrite ^/errors/(.*)$ /pages/$1; listen ")),
    Trap("an include", change(4, "listen ", "include /etc/nginx/extra; listen ")),
    Trap("a file that is included twice") { $0.shared.append("include /etc/nginx/sites/site-3.conf;") },
    Trap("a strange name", change(4, "shop4.example.com", "*.shop4.example.com")),
    Trap("a port that speaks something else", change(4, "6004", "6379")),
    Trap("headers for all") { $0.shared.append("add_header X-Frame-Options DENY always;") },
    Trap("small buffers") { $0.shared.append("large_client_header_buffers 4 40;") },
    Trap("made-up words of ours", change(4, "shop", "qzx00jk")),
    Trap("a server without a file") {
      $0.shared.append(
        "server { listen 8080; server_name other.example.com; error_page 410 /410.html; location /errors/ { root /data; } location / { proxy_pass http://127.0.0.1:9000; } }"
      )
    },
    Trap("a directive of nobody", change(4, "listen ", "shop_magic on; listen ")),
    Trap("a directive of nobody for all") { $0.shared.append("magic on;") },
    Trap("a file that nginx refuses", change(4, "listen 8080", "listen 808080")),
  ]
}
