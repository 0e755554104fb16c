import Foundation
import TestSupport
import Trace

/// Whole situations, as they are found in tutorials and answers.
extension SituationGenerator {
  mutating func situation() -> [String] {
    let files = directory + "/files"
    switch random.number(0...17) {
    case 0:
      return [
        "set $down 0;\nif (-f \(files)/503.html) { set $down \(random.pick(["0", "1"])); }\nif ($uri ~ ^/(pages|err)/) { set $down 0; }\nif ($down) { return 503; }\n",
        "error_page 503 \(random.pick(["@maintenance", "/503.html", "=200 @maintenance"]));\n",
        "location @maintenance {\n\(random.pick(["rewrite ^ /503.html break;", "rewrite ^(.*)$ /pages/404.html break;", "return 503 \"closed\";", "try_files /503.html =503;", "root files/pages;\nrewrite ^ /502.html last;"]))\n}\n",
      ]
    case 1:
      return [
        "location = /auth {\n\(random.pick(["internal;\n", ""]))proxy_pass http://127.0.0.1:\(upstream());\nproxy_pass_request_body off;\nproxy_set_header Content-Length \"\";\n\(maybe(40) { $0.errorPage() })}\n",
        "location /private/ {\nauth_request /auth;\nauth_request_set $who $upstream_status;\n\(random.pick(["error_page 401 = @login;", "error_page 401 403 /login;", "error_page 500 =503 /503.html;", "error_page 401 =302 /login?next=$request_uri;"]))\nadd_header X-Who $who always;\n\(content(isPlain: true))}\n",
        "location @login { return 302 /login?next=$uri&who=$who; }\n",
      ]
    case 2:
      return [
        "location /up {\nrecursive_error_pages on;\nproxy_intercept_errors on;\nerror_page 404 500 502 503 504 = @n1;\nproxy_pass http://127.0.0.1:\(upstream());\n}\n",
        "location @n1 {\nproxy_intercept_errors on;\n\(random.pick(["recursive_error_pages on;\n", ""]))error_page 404 500 502 503 504 \(random.pick(["", "= ", "=200 "]))@n2;\nproxy_pass http://127.0.0.1:\(upstream());\n}\n",
        "location @n2 {\n\(random.pick(["try_files /502.html =502;", "return 503 \"end\";", "root files; rewrite ^ /502.html break;", "proxy_pass http://127.0.0.1:\(upstream());"]))\n}\n",
      ]
    case 3:
      return [
        "location ~ ^/files/(.+?)\\.(\\w+)$ {\nalias \(files)/$1.$2;\n\(maybe(50) { $0.tryFiles() })\(common(isServer: false))}\n",
        "location /files {\nalias \(files);\n\(maybe(40) { $0.tryFiles() })\(common(isServer: false))}\n",
      ]
    case 4:
      return [
        "location / {\n\(maybe(40) { $0.common(isServer: false) })try_files $uri $uri/ \(random.pick(["/index.php?q=$uri&$args", "/index.php$is_args$args", "@n1", "/index.html"]));\n}\n",
        "location ~ \\.php$ {\n\(random.pick(["try_files $uri =404;\n", "", "fastcgi_intercept_errors on;\n"]))fastcgi_pass 127.0.0.1:\(deadPort());\n}\n",
      ]
    case 5:
      return [
        "location /deep/ {\n\(maybe(50) { $0.common(isServer: false) })location ~ ^/deep/(\\w)/(.*)$ {\nset $a $1;\n\(random.pick(["error_page 404 = @n1;\n", "error_page 404 /pages/$2;\n", "rewrite ^/deep/(.*)/(.*)$ /$1/$a break;\n", ""]))location ~ \\.html$ {\n\(random.pick(["try_files /$1/$2 /$a.html =404;\n", "return 200 \"$1 $2 $a\";\n", "proxy_pass http://127.0.0.1:\(upstream());\n", "root files;\n"]))}\n\(content(isPlain: false))}\n}\n"
      ]
    case 6:
      return [
        "location = /loop { \(random.pick(["rewrite ^ /loop last;", "try_files /none /loop;", "error_page 404 = /loop; recursive_error_pages on; return 404;", "rewrite ^ /loop/1 last;", "index /loop;"])) }\n",
        "location /loop/ { \(random.pick(["rewrite ^(.*)$ $1/ last;", "rewrite ^ /loop;", "error_page 404 502 /loop/2; recursive_error_pages on; proxy_pass http://127.0.0.1:\(upstream());", "try_files /loop/ $uri/x;", "error_page 418 = @n1; return 418;"])) }\n",
      ]
    case 7:
      return [
        "location /api/ {\n\(random.pick(["rewrite ^/api/(.*)$ /$1 break;\n", "rewrite ^/api/v(\\d)/(.*)$ /up/$2?v=$1 break;\n", ""]))proxy_intercept_errors \(random.pick(["on", "off"]));\n\(errorPage())default_type application/json;\nproxy_pass http://\(random.pick(["$backend", "one", "pair", "127.0.0.1:\(upstream())"]));\n\(maybe(50) { $0.ifBlock(isServer: false) })\(maybe(50) { $0.ifBlock(isServer: false) })}\n"
      ]
    case 8:
      return [
        "location ~ ^/(?:502|503|404)\\.html$ {\ninternal;\nroot files\(random.pick(["", "/pages", "/$lang"]));\n\(maybe(60) { $0.looks() })\(maybe(30) { $0.tryFiles() })}\n",
        "error_page 500 502 503 504 /502.html;\n", "error_page 404 /404.html;\n",
      ]
    case 9:
      return [
        "location ^~ /pages/ {\n\(random.pick(["internal;\n", ""]))\(random.pick(["alias \(files)/pages/;\n", "root files;\n", "alias \(files)/;\n"]))\(looks())\(random.pick(["", "allow all;\nauth_basic off;\n"]))try_files \(random.pick(["$uri =502;\n", "$uri /404.html;\n", "$uri/ $uri =404;\n"]))}\n",
        "error_page 502 503 504 /pages/502.html;\n",
      ]
    case 10:
      return [
        "location /shop {\nif ($request_method = POST) {\n\(random.pick(["return 405;", "error_page 405 =200 $uri; return 405;", "proxy_pass http://127.0.0.1:\(upstream());", "rewrite ^ /up last;", "set $a post;"]))\n}\nif ($a = post) {\n\(random.pick(["return 403;", "root files/pages;", "rewrite ^/shop/(.*) /$1 break;"]))\n}\n\(content(isPlain: true))}\n"
      ]
    case 11:
      return [
        "if ($new_uri) {\n\(random.pick(["rewrite ^ $new_uri redirect;", "return 301 $new_uri;", "rewrite ^ $new_uri last;", "set $a $new_uri;", "rewrite ^ $new_uri? permanent;"]))\n}\n"
      ]
    case 12:
      return [
        "location ~* \\.(jpe?g|css|txt|html)$ {\n\(random.pick(["expires 30d;\n", "access_log off;\n", ""]))\(maybe(50) { $0.tryFiles() })\(maybe(30) { $0.errorPage() })\(maybe(40) { $0.looks() })}\n"
      ]
    case 13:
      return [
        "location /dir/ {\nautoindex on;\nautoindex_format \(random.pick(["html", "json", "xml"]));\n\(maybe(50) { $0.looks() })\(maybe(40) { $0.access() })location ~ /$ { \(random.pick(["autoindex off;", "index none;", "return 403;", "error_page 403 /404.html; index none; autoindex off;"])) }\n}\n"
      ]
    case 14:
      return [
        "location /blog/ {\nsatisfy any;\n\(random.pick(["deny all;", "allow 10.0.0.1;\ndeny all;", "allow 127.0.0.1;\ndeny all;"]))\n\(random.pick(["auth_basic x;\nauth_basic_user_file users;\n", ""]))\(random.pick(["auth_request /auth;\n", ""]))\(random.pick(["error_page 401 /login;\n", "error_page 403 = @n1;\n", ""]))\(content(isPlain: true))}\n"
      ]
    case 15:
      return [
        "location /login {\nlimit_except GET { \(random.pick(["deny all;", "allow 127.0.0.1; deny all;", "proxy_pass http://127.0.0.1:\(upstream());"])) }\n\(random.pick(["proxy_pass http://127.0.0.1:\(upstream());\n", "try_files /x.html =404;\n", "error_page 403 405 /502.html;\n"]))}\n"
      ]
    case 16:
      return [
        "location /status/ {\n\(random.pick(["if ($uri ~ /status/(\\d+)) { return 404; }\n", ""]))rewrite ^/status/(\\d+)$ /$1.html;\n\(random.pick(["rewrite ^/(\\d)(\\d+)\\.html$ /pages/$1$2.html last;\n", "set $c $1;\n", "break;\n"]))\(random.pick(["return 200 \"$uri $c\";\n", "root files;\n"]))}\n"
      ]
    default:
      return [
        "location @n3 {\n\(random.pick(["internal;\n", ""]))\(script(isServer: false, lines: 1...3))\(content(isPlain: false))}\n",
        "location = / {\n\(script(isServer: false, lines: 1...2))\(content(isPlain: true))}\n",
      ]
    }
  }
}
