extension RuleDescription {
  /// What readers call the trouble that a rule is about, for the help site's search.
  var names: [String] { (Self.names[id] ?? "").split(separator: "|").map(String.init) }

  private static let names: [String: String] = [
    "access-inherited-by-page":
      "error page asks for a password|error page is forbidden|allow and deny on the error page|basic auth on the error page",
    "alias-without-slash": "alias path without a trailing slash|Alias in Apache|error page not found behind Alias",
    "argument-not-replaced":
      "{args[0]} stays as it is|snippet argument not filled in|import with arguments|args in an imported snippet",
    "auth-down-is-500": "auth_request|auth service down|sign-in service is down|login service outage",
    "auth-fail-open": "auth service down|authentication bypassed|everybody gets in|forward_auth",
    "body-limit-masks-error": "upload during an outage shows 413|413 instead of 502",
    "cached-error": "error is cached by nginx|proxy_cache_valid any|cached 502|cached 404",
    "charset-missing":
      "wrong characters on the error page|umlauts broken|wrong charset on the error page|utf-8 missing|encoding of the error page",
    "client-controlled-target": "open redirect|redirect to a foreign site|phishing|host header injection",
    "code-compared-with-text":
      "status code in quotes|expression is never true|matcher on err.status_code does not match",
    "conditional-request-blanks-page":
      "empty error page|blank error page|304 instead of the page|white page for returning visitors",
    "dead-server-kept":
      "option redispatch|health check missing|every second request fails|one of two servers is down",
    "default-server-page": "default_server|error page for 400 gives 500|bad request page",
    "directory-target": "error page is a directory|index.html of a folder",
    "document-path-as-text": "ErrorDocument shows the path|ErrorDocument without a slash|file name shown to visitors",
    "duplicate-code": "code listed twice|two error pages for one code",
    "empty-page": "errorfile empty|connection closed without an answer|errorfile /dev/null",
    "env-unset": "environment variable empty|variable not set in the Caddyfile",
    "error-message-leak":
      "error page reveals an internal address|information disclosure|leaks the upstream address|internal ip shown to visitors",
    "error-status-as-message":
      "every error becomes 500 in Caddy|error directive with a placeholder|rp.status_code in error",
    "exclusion-after-pass": "ProxyPass order|ProxyPass ! has no effect|exclude a path from ProxyPass",
    "external-redirect":
      "error page redirects|302 instead of the error|redirect to another site on error|error page returns a redirect",
    "failures-unlogged": "errors missing in the access log|no log entry for failed requests|access_log off",
    "filesystem-path-as-uri": "path instead of address|error_page with /var/www path",
    "flapping-503-502": "sometimes 502 sometimes 503|error code changes|first 503 then 502",
    "frontend-page-overruled": "errorfile in the frontend is ignored|errorfile in defaults wins",
    "gzip-static-stale": "gzip_static always|only the compressed file is there",
    "header-on-success-only": "Header set without always|security headers missing in Apache|Header always set",
    "header-without-always":
      "add_header not sent on errors|add_header always|header missing on 404|hsts missing on errors|cors header missing on errors",
    "htaccess-pages-ignored": "AllowOverride None|.htaccess has no effect|ErrorDocument in .htaccess is ignored",
    "import-empty": "import finds no file|glob matches nothing|conf.d empty",
    "inheritance-drops-codes":
      "error_page inheritance|error_page in a location replaces that of the server|inherited error pages are lost",
    "intercept-drops-connection": "empty reply from server|444 as answer to an error|connection closed on error",
    "intercept-keeps-headers":
      "set-cookie on the error page|wrong content-type of the application|headers of the application stay",
    "intercept-off":
      "proxy_intercept_errors off|application's own error page is shown|custom page not shown for the backend's 500",
    "intercept-swallows-api": "json errors replaced by html|api gets an html error page|error page for api answers",
    "later-defaults-drop-pages": "second defaults section|errorfile not inherited",
    "literal-uri": "percent encoding in error_page|address with %20",
    "missing-codes": "504 without a page|codes without a page|error codes forgotten",
    "missing-file": "file not found|error page gives 404|html file of the error page is missing|wrong root",
    "missing-include": "include not found|conf file missing on this machine",
    "missing-semicolon":
      "forgotten semicolon|semicolon at the end of the line|directive has no effect|nginx ignores a line",
    "mixed-status-page": "same page for several codes|page says 502 for a 504|wrong code on the page",
    "named-static-post-405":
      "post to the error page gives 405|405 not allowed instead of the page|form post during an outage",
    "no-error-page":
      "default nginx error page is shown|white nginx page|no custom page|plain error page|caddy without error pages|empty caddy error page|handle_errors missing",
    "no-page-for-garbage": "wrong protocol on the port|upstream sends garbage",
    "no-response-timeout": "request hangs forever|no read timeout|endless wait|never gives 504",
    "not-internal":
      "error page can be opened directly|error page answers 200|error page not internal|internal directive",
    "open-file-cache-errors": "open_file_cache|new error page is not found until reload",
    "override-without-page": "ProxyErrorOverride On|api errors replaced by Apache|body of the application is lost",
    "page-answered-by-return":
      "return catches the error page|location with return answers the page|error page empty because of a return",
    "page-assets-unreachable":
      "error page without css|error page without style|pictures missing on the error page|error page loses its css|stylesheet not loaded|broken layout of the error page",
    "page-differs-from-built": "old version of the error page|page not updated|stale copy of the page",
    "page-in-tcp-mode": "errorfile ignored|mode tcp|mode http missing",
    "page-not-wired": "built page is not used|custom error page not showing|error_page line missing",
    "page-on-other-upstream":
      "error page from another server|error page over the network|proxy_pass in the error location",
    "page-over-buffer": "errorfile too big|tune.bufsize|500 instead of the page in HAProxy",
    "page-over-limit": "error page too big|heavy error page|size of the error page",
    "page-says-other-status": "errorfile with the wrong status|wrong status line in the errorfile",
    "page-unreadable": "permission denied on the error page|error page gives 403|file mode of the error page|chmod",
    "recursion-loop":
      "error page in a loop|endless redirect of the error page|recursive_error_pages|internal redirection cycle",
    "redirect-code-on-internal-uri": "redirect without location|302 with an empty location",
    "redirects-intercepted": "redirects broken by error_page|301 in error_page|location header lost",
    "regex-steals-page": "regex location catches the error page|php location catches the error page|location order",
    "relative-root": "relative path in the Caddyfile|working directory of caddy",
    "relative-uri": "error_page without a leading slash|visitors are redirected on error",
    "retry-after-missing": "Retry-After header not sent|503 without retry-after|how long clients wait",
    "return-path-as-body": "return shows the path as text|return 502 /50x.html",
    "return-text-bypasses-page": "return with a text|respond with a text|short text instead of the page",
    "rewrite-takes-page":
      "RewriteRule catches the error page|FallbackResource and ErrorDocument|start page with status 503",
    "root-uri-doubled": "root vs alias|alias|path doubled|wrong root in the location",
    "second-fallback-lost": "fallback and error_page|recursive_error_pages off",
    "security-headers-lost":
      "security headers missing on the error page|csp missing on the error page|add_header inheritance|hsts lost",
    "served-by-dead-upstream":
      "error page comes from the dead backend|error page proxied to the application|error page fails as well",
    "server-return-swallows-page": "return in the server block|redirect of the whole server catches the error page",
    "server-rewrite-captures-page": "rewrite in the server block|rewrite catches the error page",
    "silent-upstream-is-502": "502 instead of 504 in Apache|ErrorDocument 504 is never shown|ProxyTimeout gives 502",
    "soft-404": "not found page answers 200|404 page returns 200|wrong status of the not found page",
    "sorry-server-200": "backup server|sorry page with 200|fallback server answers 200",
    "ssi-dead-include": "server side includes on the error page|ssi",
    "stale-map": "map variable|nginx map evaluated once",
    "status-masked":
      "outage answers 200|error page returns 200|status 200 instead of 502|error_page =200|monitoring sees no error",
    "status-var-with-override": "$status wrong on the error page|200 shown on the page",
    "template-collision": "curly braces in the error page|templates in caddy",
    "tls-497-not-400": "http request to https port page|plain http on 443",
    "try-files-space-code": "space after the equals sign|last parameter as a path",
    "undefined-named-location": "could not find named location|@fallback missing",
    "unescaped-visitor-input": "xss|cross-site scripting|html injection|script injection in the error page",
    "unknown-directive": "typo in a directive|misspelt directive|unknown directive|emerg",
    "unknown-error-placeholder": "wrong placeholder in the Caddyfile|err.status_code",
    "unmatched-host": "empty page with 200|unknown host name|blank page of caddy|catch-all site",
    "unproducible-code": "444 in error_page|page is never shown|499 in error_page",
    "unreached-location": "location is never used|dead location|location shadowed by another one|unused location",
    "unused-page-set": "http-errors section has no effect|errorfiles missing",
    "uri-forgotten": "error_page without a page|last code taken as page",
    "use-494-not-431": "431 page never shown|cookie too large page",
    "vary-missing": "vary header|wrong language from the cache|language of the error page cached|accept-language",
    "vhost-lacks-page": "virtual host without the error page|server inherits error_page|page missing in one server",
    "wired-without-page": "page file not built|error_page points to nothing",
    "wrong-content-type":
      "error page is downloaded|browser downloads the error page|source code of the page is shown|text/plain|octet-stream|error page shows as text",
    "wrong-intercept-module": "fastcgi_intercept_errors|uwsgi_intercept_errors|proxy_intercept_errors with php",
  ]
}
