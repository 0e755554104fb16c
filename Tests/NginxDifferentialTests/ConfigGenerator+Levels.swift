import Foundation
import TestSupport

/// Servers and locations, and what they have in common.
extension ConfigGenerator {
  mutating func makeServer(_ name: String, isDefault: Bool) -> String {
    var text =
      "server {\nlisten \(isDefault || random.chance(85) ? "127.0.0.1:" : "")\(port)\(isDefault ? " default_server" : "");\n"
    text += sometimes(4) { _ in "merge_slashes off;\n" }
    if !name.isEmpty { text += "server_name \(name);\n" }
    text += sometimes(70) { _ in "root files;\n" }
    text += level(isServer: true, prefix: "", modifier: "")
    text += sometimes(12) { $0.rewriteLine(isServer: true) }
    text += sometimes(8) { $0.ifBlock(isServer: true) }
    text += sometimes(5) { $0.tryFiles() }
    text += sometimes(4) { $0.returnLine() }
    text += sometimes(10) { $0.include { $0.errorPage() + $0.location("/inc", depth: 1) } }
    var used: Set<String> = []
    for _ in 0..<random.number(2...7) {
      let block = location("", depth: 0)
      let head = block.prefix { $0 != "{" }
      if used.insert(Self.normalized(String(head))).inserted { text += block }
    }
    for named in namedLocations where random.chance(70) {
      text += "location \(named) {\n\(locationBody(depth: 2, prefix: "", modifier: "@"))}\n"
    }
    return text + "}\n"
  }

  /// Two prefix locations of one name are a duplicate, `^~` or not.
  static func normalized(_ head: String) -> String {
    head.replacingOccurrences(of: "^~", with: "").filter { $0 != " " && $0 != "\"" }
  }

  mutating func include(_ make: (inout ConfigGenerator) -> String) -> String {
    let name = "inc/\(includes.count).conf"
    let text = make(&self)
    includes[name] = text
    return random.chance(50) ? "include \(name);\n" : "include inc/\(includes.count - 1)*.conf;\n"
  }

  mutating func location(_ base: String, depth: Int) -> String {
    let names = [
      "/", "/a", "/a/", "/a/b", "/up/", "/up", "/err/", "/502.html", "/pages/", "/dir/", "/dir", "/x.php", "/404.html",
      "/empty.html", "/go/",
    ]
    let patterns = ["\\.html$", "\\.(php|txt)$", "^/a", "^/(?<word>up|dir)/?(.*)$", "/b$", "^/([a-z]+)/", "\\.HTML$"]
    var modifier = random.pick(["", "", "", "=", "^~", "~", "~*"])
    if !base.isEmpty, random.chance(50) { modifier = "" }
    let name: String
    if modifier.hasPrefix("~") {
      name = random.pick(random.chance(70) ? patterns : Self.morePatterns)
    } else if base.isEmpty {
      name = random.pick(names)
    } else {
      name = base + random.pick(["", "b", "/b", "502.html", "x/"])
    }
    if modifier == "", depth == 0, random.chance(2) { return "location \(name) { }\n" }
    if !modifier.isEmpty, random.chance(15), !name.contains("$"), !name.contains("{") {
      return "location \(modifier)\(name) {\n"
        + locationBody(depth: depth, prefix: modifier.hasPrefix("~") ? "~" : name, modifier: modifier) + "}\n"
    }
    let head =
      "location \(modifier.isEmpty ? "" : modifier + " ")\(name.contains("$") || name.contains("{") ? "\"\(name)\"" : name) "
    return head + "{\n" + locationBody(depth: depth, prefix: modifier.hasPrefix("~") ? "~" : name, modifier: modifier)
      + "}\n"
  }

  mutating func locationBody(depth: Int, prefix: String, modifier: String) -> String {
    var text = level(isServer: false, prefix: prefix, modifier: modifier)
    text += sometimes(12) { $0.rewriteLine(isServer: false) }
    text += sometimes(12) { $0.ifBlock(isServer: false) }
    text += sometimes(modifier == "@" ? 8 : 18) { $0.tryFiles() }
    switch random.number(0...9) {
    case 0...4:
      text += passLine(isPlain: !prefix.hasPrefix("~") && modifier != "@")
      var lines: [String] = []
      for _ in 0..<(random.chance(35) ? random.number(1...4) : 0) {
        let line = sentLine()
        // Only what adds to a list may be said twice.
        let name = line.prefix { $0 != " " }
        if name.hasSuffix("_header") || name.hasSuffix("_param") || !lines.contains(where: { $0.hasPrefix(name) }) {
          lines.append(line)
        }
      }
      text += lines.joined()
    case 5: text += returnLine()
    default: break
    }
    text += sometimes(text.contains("limit_except") ? 0 : 4) { g in
      "limit_except \(g.random.pick(["GET", "POST", "GET POST"])) { \(g.random.pick(["deny all;", "deny all;", "proxy_pass http://127.0.0.1:\(g.random.pick(g.upstreams).port);"])) }\n"
    }
    if depth < 2, modifier != "@", modifier != "=", random.chance(25) {
      if prefix == "~" {
        text +=
          "location ~ \(random.pick(["b", "html$", "^/a"])) {\n\(locationBody(depth: 2, prefix: "~", modifier: "~"))}\n"
      } else {
        text += location(prefix, depth: depth + 1)
        if random.chance(30) {
          text +=
            "location ~ \(random.pick(["b", "html$", "c"])) {\n\(locationBody(depth: 2, prefix: "~", modifier: "~"))}\n"
        }
      }
    }
    text += sometimes(4) { $0.include { $0.errorPage() } }
    return text
  }

  /// What servers and locations have in common.
  mutating func level(isServer: Bool, prefix: String, modifier: String) -> String {
    var text = ""
    for _ in 0..<random.pick([0, 0, 1, 1, 2]) { text += errorPage() }
    text += sometimes(isServer ? 30 : 15) { g in
      "\(g.random.pick(["proxy", "proxy", "fastcgi", "uwsgi", "grpc", "scgi"]))_intercept_errors \(g.random.pick(["on", "on", "off"]));\n"
    }
    text += sometimes(12) { g in "recursive_error_pages \(g.random.pick(["on", "off"]));\n" }
    text += sometimes(isServer ? 0 : 12) { _ in "internal;\n" }
    text += sometimes(6) { g in
      g.random.pick([
        "deny all;\n", "allow all;\n", "deny 127.0.0.1;\n", "allow 127.0.0.0/8;\ndeny all;\n", "deny 10.0.0.0/8;\n",
      ])
    }
    text += sometimes(3) { g in
      g.random.pick(["auth_basic \"x\";\nauth_basic_user_file users;\n", "auth_basic off;\n"])
    }
    text += sometimes(6) { g in "auth_request \(g.random.pick(["/up/x", "/a/b", "/go/now", "off", "/dir/"]));\n" }
    text += sometimes(3) { _ in "satisfy any;\n" }
    text += sometimes(8) { g in "client_max_body_size \(g.random.pick(["0", "1k", "10", "1m"]));\n" }
    text += sometimes(8) { g in
      "index \(g.random.pick(["index.html", "none.html index.html", "none.html", "/502.html", "b none.html"]));\n"
    }
    text += sometimes(likesGroups ? 30 : 5) { g in
      "proxy_next_upstream \(g.random.pick(["off", "error timeout http_503 http_404", "error timeout invalid_header http_500 http_502 non_idempotent", "timeout", "http_500 http_503 http_429 http_403", "invalid_header error", "error non_idempotent"]));\n"
    }
    text += sometimes(4) { _ in "proxy_next_upstream_tries 2;\n" }
    text += sometimes(3) { g in
      g.random.pick(["absolute_redirect off;\n", "port_in_redirect off;\n", "server_name_in_redirect on;\n"])
    }
    text += sometimes(4) { _ in "autoindex on;\n" }
    text += sometimes(5) { g in
      g.random.pick([
        "add_header X-One 1;\n", "add_header X-Two 2 always;\n", "add_header X-Uri $uri always;\n",
        "add_header X-Status $status always;\n",
      ])
    }
    text += sometimes(4) { g in
      g.random.pick([
        "default_type text/x-made;\n", "types { text/x-t html php; }\n", "types { }\ndefault_type text/html;\n",
      ])
    }
    text += sometimes(2) { _ in "gzip_static always;\n" }
    text += sometimes(2) { _ in "mirror /up/x;\n" }
    text += sometimes(2) { _ in "charset koi8-r;\n" }
    text += rarerLevel(isServer: isServer)
    text = Self.withoutDuplicates(text)
    if isServer { return text }
    switch random.number(0...9) {
    case 0...1:
      text += "root \(random.pick(["files", "\(directory)/files", "files/pages", "files/$host", "files/"]));\n"
    case 2 where modifier == "~" || modifier == "~*":
      text += "alias \(directory)/files/\(random.pick(["pages/502.html", "$1", "", "a/$1"]));\n"
    case 2 where modifier != "@":
      text += "alias \(directory)/files/\(random.pick(["pages/", "pages", "", "a/", "dir/index.html"]));\n"
    default: break
    }
    return text
  }
}
