import ProxyConfig

/// Made-up sites such as a tool for administering them writes, each in a file of its own.
struct Fleet {
  var shared = ["error_page 500 502 503 504 /errors/5xx.html;"]
  var sites: [String: String] = [:]
  /// Further files of the machine.
  var files: [String: String] = [:]

  static let path = "/etc/nginx/nginx.conf"

  /// What sites may be made of; those with the same bits are alike.
  static let parts = 1 << 14

  init(_ count: Int, shapes: [Int]) {
    for number in 0..<count { sites["site-\(number)"] = Self.site(number, shape: shapes[number % shapes.count]) }
  }

  var view: MemoryFiles {
    let main = """
      events {}
      http {
        map $http_accept_language $lang { default en; ~^de de; }
        \(shared.joined(separator: "\n  "))
        include sites/*.conf;
      }
      """
    var all = files
    all[Self.path] = main
    for (name, text) in sites { all["/etc/nginx/sites/\(name).conf"] = text }
    return MemoryFiles(all)
  }

  /// One site; its number is in everything that is its own.
  static func site(_ number: Int, shape: Int) -> String {
    func has(_ part: Int) -> Bool { shape & 1 << part != 0 }
    let word = ["shop", "blog", "wiki", "mail"][number % 4]
    let peers =
      "upstream \(word)_\(number) { server 127.0.0.1:\(2000 + number) fail_timeout=\(number)s; "
      + (has(0) ? "server 127.0.0.1:\(4000 + number) backup; " : "") + "keepalive \(number + 1); }\n"
    let target = has(1) ? "http://\(word)_\(number)" : "http://127.0.0.1:\(6000 + number)"
    var lines: [String] = []
    lines.append(has(2) ? "listen 443 ssl; ssl_certificate /etc/ssl/\(word)\(number).pem;" : "listen 8080;")
    lines.append("server_name \(word)\(number).example.com www.\(word)\(number).example.com;")
    lines.append("root /data/\(word)/\(number);")
    if has(3) { lines.append("error_page 404 /404.html;") }
    if has(4) { lines.append("error_page 500 502 504 =200 /errors/5xx.html;") }
    if has(5) { lines.append("error_page 502 503 @page_\(number);") }
    if has(6) { lines.append("proxy_intercept_errors on;") }
    if has(7) { lines.append("error_page 504 https://status.example.com/;") }
    if has(8) { lines.append("location ^~ /errors/ { \(has(9) ? "internal; " : "")root /pages/\(word); }") }
    if has(5) {
      let page =
        has(10)
        ? "add_header Retry-After \(number) always; return 503 \"back soon\";" : "try_files /busy.html =404;"
      lines.append("location @page_\(number) { \(page) }")
    }
    if has(11) { lines.append("location ~ \\.html$ { proxy_pass \(target); add_header X-Site \"\(word)\"; }") }
    if has(12) { lines.append("location = /404.html { add_header X-Site s\(number); client_max_body_size 1k; }") }
    if has(13) { lines.append("location /api/ { error_page 404 /none.html; proxy_pass \(target)/v1/; }") }
    lines.append("location / { proxy_pass \(target); proxy_read_timeout \(number + 1)s; proxy_set_header Host $host; }")
    return "# \(word), number \(number)\n" + (has(1) ? peers : "")
      + "server {\n  " + lines.joined(separator: "\n  ") + "\n}\n"
  }
}
