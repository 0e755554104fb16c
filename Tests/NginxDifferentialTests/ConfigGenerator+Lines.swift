import Foundation
import TestSupport
import Trace

/// Single directives, each in many forms.
extension ConfigGenerator {
  mutating func errorPage() -> String {
    let codes = (0..<random.number(1...4)).map { _ in String(random.pick(Self.codes)) }
    let extra = random.chance(8) ? " " + random.pick(["301", "302", "408", "494", "497"]) : ""
    let override = random.pick(["", "", "", "", "=", "=200", "=503", "=404", "=302", "=301", "=204"])
    let target = random.pick([
      "/502.html", "/502.html", "/err/502.html", "/pages/502.html", "/404.html", "/missing", "@n1", "@n2", "@none",
      "/a/b", "/up/x", "/dir/",
      "/dir", "https://elsewhere.test/x", "502.html", "/$status.html", "/502.html?code=$status", "/a/b?x=1",
      "/empty.html", "/go/now",
      maps.isEmpty ? "/x.html" : "$\(random.pick(maps))", "http://$host$request_uri", "/secret.html", "//a", "/A%20b",
      "@$http_x_test",
      hasGeo ? "/$geo" : "/x.jpg", hasParts ? "/$part" : "/a",
    ])
    return "error_page \(codes.joined(separator: " "))\(extra) \(override.isEmpty ? "" : override + " ")\(target);\n"
  }

  mutating func passLine(isPlain: Bool) -> String {
    let port = random.pick(upstreams).port
    if likesGroups, random.chance(60) { return "proxy_pass http://\(random.pick(groups));\n" }
    switch random.number(0...11) {
    case 0: return "fastcgi_pass 127.0.0.1:\(gatewayPort("fastcgi"));\n"
    case 1: return "uwsgi_pass 127.0.0.1:\(gatewayPort("uwsgi"));\n"
    case 2: return "scgi_pass 127.0.0.1:\(gatewayPort("scgi"));\n"
    case 3: return "grpc_pass grpc://127.0.0.1:\(grpcPort());\n"
    case 4 where !groups.isEmpty: return "proxy_pass http://\(random.pick(groups));\n"
    case 5: return "set $target 127.0.0.1:\(port);\nproxy_pass http://$target;\n"
    case 6 where isPlain: return "proxy_pass http://127.0.0.1:\(port)/z/;\n"
    case 8 where random.chance(30):
      return random.pick([
        "proxy_pass $arg_x;\n", "proxy_pass http://$host:\(port);\n", "proxy_pass http://$arg_x;\n",
        "proxy_pass http://127.0.0.1:\(port)$request_uri;\n",
      ])
    case 9 where random.chance(20):
      return random.pick([
        "empty_gif;\n", "set $memcached_key k;\nmemcached_pass 127.0.0.1:\(deadPort());\n", "stub_status;\n",
      ])
    case 7: return "proxy_pass http://unix:\(directory)/no.sock;\n"
    default: return "proxy_pass http://127.0.0.1:\(port);\n"
    }
  }

  /// A line that decides what an upstream is sent.
  mutating func sentLine() -> String {
    let value = random.pick([
      "$host", "$http_host", "$proxy_host", "$proxy_host:$proxy_port", "x.test", "$server_name", "\"\"", "$remote_addr",
      "$proxy_add_x_forwarded_for", "$uri", "$args", "$request_uri", "$scheme", "$http_x_test", "$document_root", "$1",
      "$request_method", "$is_args$args", "a$arg_x", "$status", maps.isEmpty ? "m" : "$\(random.pick(maps))",
    ])
    return random.pick([
      "proxy_set_header Host \(random.pick(["$host", "$http_host", "$proxy_host", "x.test", "\"\"", "$host:$server_port"]));\n",
      "proxy_set_header X-Set \(value);\n", "proxy_set_header X-Test \(value);\n",
      "proxy_set_header x-other \(value);\n",
      "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;\n", "proxy_set_header Connection \"\";\n",
      "proxy_method \(random.pick(["PUT", "POST", "$request_method"]));\n", "proxy_pass_request_headers off;\n",
      "proxy_http_version 1.1;\n", "fastcgi_param PATH_X \(value);\n", "scgi_param X_SET \(value) if_not_empty;\n",
      "uwsgi_param X_SET \(value);\n", "fastcgi_param SCRIPT_NAME $fastcgi_script_name;\n",
    ])
  }

  mutating func gatewayPort(_ module: String) -> Int {
    if let ports = gateways[module], random.chance(60) { return random.pick(ports).port }
    return deadPort()
  }

  mutating func deadPort() -> Int {
    random.pick(upstreams.filter { [.refused, .timeout, .closed, .garbage].contains($0.failure) }).port
  }

  mutating func grpcPort() -> Int {
    random.pick(upstreams.filter { [.refused, .timeout, .closed].contains($0.failure) }).port
  }

  mutating func returnLine() -> String {
    if random.chance(20) { return random.pick(Self.moreReturns) }
    return random.pick([
      "return \(random.pick(Self.codes));\n", "return \(random.pick([200, 404, 503, 502])) \"\(inlineText())\";\n",
      "return \(random.pick([301, 302, 303, 307, 308])) \(random.pick(["/up/x", "https://elsewhere.test$request_uri", "/a b".replacing(" ", with: ""), "$scheme://$host$uri"]));\n",
      "return 200 \"$uri|$args|$status|$request_method|$1|$host|$is_args|$document_root|$request_filename\";\n",
      "return 302 /to/$1$2;\n", "return 503 \"$request_uri $server_name $arg_x $scheme\";\n", "return 204;\n",
      "return 444;\n", "return 200;\n", "return https://elsewhere.test/y;\n",
      "return 502 \"\";\n", "return \(random.pick([499, 408, 301, 599, 422]));\n",
    ])
  }

  mutating func tryFiles() -> String {
    let words = (0..<random.number(1...3)).map { _ in
      random.pick([
        "$uri", "$uri/", "$uri.html", "/pages$uri", "/502.html", "/none", "/dir/", "$uri/index.html", "/a$uri",
      ])
    }
    let last = random.pick([
      "=404", "=502", "=503", "@n1", "@n2", "/index.html", "/502.html", "/a/b?x=$uri", "/up/x", "/missing", "$uri",
      "@none", "=500", "/pages$uri", "=200",
    ])
    return "try_files \(words.joined(separator: " ")) \(last);\n"
  }

  mutating func rewriteLine(isServer: Bool) -> String {
    let from =
      random.chance(15)
      ? random.pick(Self.morePatterns)
      : random.pick([
        "^/a(.*)$", "^/up/(.*)$", "^(/.*)\\.html$", "^/(\\w+)/(.*)$", "^", "/b$", "^/go/(?<where>.*)$", "\\.php$",
      ])
    let to = random.pick([
      "/up/$1", "/502.html", "/pages$1", "/a/b", "/dir/", "/$2/$1", "/a/b?y=$1", "/err/502.html?",
      "https://elsewhere.test/$1", "/x.html", "/go/$1?z=1", "/missing",
      "$scheme://$host/n$1", "/a/b?y=$1&q=$arg_x?", "/up/$uri", "/x?$args", "/pages/$1?a?b=$1", "/$1", "$1",
      "/up/x?u=$request_uri",
    ])
    let flag = random.pick(["", " last", " break", " break", " redirect", " permanent", " last"])
    return "rewrite \(from) \(to)\(flag);\n"
  }

  mutating func ifBlock(isServer: Bool) -> String {
    var conditions = [
      "($uri ~ ^/a(.*))", "($request_method = POST)", "($http_x_test)", "($http_x_test = a)", "($uri ~* \\.HTML$)",
      "($host != one.test)", "(-f $request_filename)",
      "(!-e $request_filename)", "(-d $request_filename)", "($args)", "($request_uri ~ up)", "(!-f $document_root$uri)",
      "($uri !~ ^/5)", "($arg_x = 1)", "($status = 000)",
      "(-f \(directory)/files/502.html)", "($remote_addr = 127.0.0.1)", "($request_method !~ ^(GET|HEAD)$)",
      "($is_args)", "( $host = \"one.test\" )", "($uri ~* \"^/(up|dir)/(.*)\")", "(-e $document_root/502.html)",
      "($status != 502)", "($http_x_test !~* A)", "($document_root ~ files)", "(!-d $request_filename)",
      "(-x $request_filename)", "($args ~ ^x=(.+)$)",
    ]
    if !maps.isEmpty { conditions.append("($\(random.pick(maps)))") }
    if random.chance(40) { conditions = moreConditions() }
    var body = random.pick([
      returnLine(), rewriteLine(isServer: isServer), "set $x 1;\n", "break;\n", "set $args z=1;\n",
      "set $v \"v$1\";\nreturn 200 \"v=$v\";\n",
    ])
    if !isServer {
      body = random.pick([
        body, errorPage(), errorPage(), "root files/pages;\n",
        "proxy_pass http://127.0.0.1:\(random.pick(upstreams).port);\n", "add_header X-In-If 1 always;\n",
      ])
    }
    return "if \(random.pick(conditions)) {\n\(body)}\n"
  }
}
