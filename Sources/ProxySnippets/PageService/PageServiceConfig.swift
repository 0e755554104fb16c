internal import Content

/// A small nginx that answers with a page and its status for whoever asks: for proxies that fetch their error pages over
/// HTTP, such as Traefik and ingress-nginx.
struct PageServiceConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files("page-service", [("default.conf", server)])
  }

  private var nginx: NginxConfig { NginxConfig(pack) }

  /// The files of pages that the service sends: of each code, of classes, and of planned work.
  var pageNames: [String] {
    pack.pages.map { String($0.code) }
      + ["4xx", "5xx", Self.maintenance].filter { pack.contents["\(pack.defaultLanguage)/\($0).html"] != nil }
  }

  static let maintenance = "maintenance"

  /// Where an nginx asks that takes the page and keeps its own status.
  static let intercepting = "/_error-proxy"

  private var hasMaintenance: Bool { pageNames.contains(Self.maintenance) }

  /// While this file is there, everybody gets the page for planned work.
  static let switchFile = Pack.folder + "/" + maintenance

  /// The name of the page for a code; a code without one of its own gets its class's. Nil if there is none either.
  func page(for code: Int) -> String? {
    [String(code), "\(code / 100)xx"].first(where: pageNames.contains)
  }

  /// What names a request in logs, and is sent back as it came.
  static let echoed = ["X-Request-Id", "X-Trace-Id", "X-Correlation-Id", "X-Amzn-Trace-Id"]

  /// The reference that pages show is this service's own, so its log has to have it.
  private var logFormat: [String] {
    guard pack.isLive else { return [] }
    return [
      "# Pages show a reference, which is this line's, the time and the host.",
      "log_format interlude '$time_iso8601 $request_id $host $status \"$http_user_agent\"';", "", "",
    ]
  }

  private var server: String {
    let location = nginx.pagesLocation(
      pageNames.map { .init(name: $0, status: Int($0) ?? ($0 == "4xx" ? 404 : 503)) },
      fields: Self.echoed.map { "\($0) $http_\($0.lowercased().replacing("-", with: "_"))" },
      variables: "$interlude_service")
    return """
      # A page service: \(pack.brand)'s error pages for proxies that fetch them over HTTP. Written by `interlude build`.
      #
      # It answers any code from 400 to 599 with that status, so that no client can see a page with 200:
      #   X-Code: 503          the default backend of ingress-nginx, and nginx with `proxy_set_header X-Code $status`
      #                        (at the address \(Self.intercepting): with 200, as nginx with `proxy_intercept_errors` needs it)
      #   GET /503             Traefik's errors middleware, `query: /{status}`; also /503.html, .json, .xml and .txt
      # A request that names no code gets 404; /healthz, /health and /live answer 200. A code without a page of its own gets
      # its class's. The format is the address's, else X-Format's, Accept's or Content-Type's.
      #
      # Copy:     in a container of nginx, mount error-pages as \(Pack.folder), error-pages/config/nginx as
      #           /etc/nginx/interlude, and this file as /etc/nginx/conf.d/default.conf.
      # Planned work: while there is a file \(Self.switchFile), everybody gets that page and 503.
      # Reload:   nginx -t && nginx -s reload
      # Prove it: curl -i http://localhost:8080/503; curl -i -H 'X-Code: 503' http://localhost:8080/any/path
      # Undo:     stop the container.

      include /etc/nginx/interlude/interlude-http.conf;

      \(maps)

      \(logFormat.lines)server {
          listen 8080 default_server;
          server_name _;
          access_log \(pack.isLive ? "/var/log/nginx/access.log interlude" : "off");
          # A request that failed for its size fails here no second time: the body is not wanted.
          client_max_body_size 0;
          # What a proxy passes on may be larger than a page service would ever need.
          large_client_header_buffers 4 32k;
          # The code that is answered, for Retry-After.
          uninitialized_variable_warn off;

          location / {
              if ($interlude_code = 200) { return 200 "ok\\n"; }
              if ($interlude_code = 204) { return 204; }
              default_type text/plain;
              set $interlude_asked $interlude_ending;
      \(hasMaintenance ? "        if (-f \(Self.switchFile)) { rewrite ^ /__status/\(Self.maintenance) last; }" : "        # There is no page for planned work.")
              rewrite ^ /__status/$interlude_code last;
          }

          # An nginx that intercepts errors, as in the guide of tarampampam/error-pages, asks for this address and keeps its own
          # status. Of any answer but 200 it would take the status and send its bare page.
          location = \(Self.intercepting) {
              if ($interlude_page = "") { rewrite ^ /__status/$interlude_code last; }
              set $interlude_asked "";
              set $interlude_status $interlude_code;
      \(hasMaintenance ? "        if (-f \(Self.switchFile)) { set $interlude_status 503; rewrite ^ \(NginxConfig.prefix)/\(Self.maintenance) last; }" : "        # There is no page for planned work.")
              rewrite ^ \(NginxConfig.prefix)/$interlude_page last;
          }

          # Requests that nginx itself refuses.
      \(ownErrors.lines)

          # nginx closes the connection for some codes and sends others as 400, unless they take the place of another one:
          # that is why each stands behind 418. Nobody can ask for these addresses.
      \((400...599).map(statusLocation).lines)
      \(hasMaintenance ? status(Self.maintenance, 503, page: Self.maintenance) : "")

      \(location.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    " + $0 }.lines)
      }

      """
  }

  private var ownErrors: [String] {
    [400, 404, 405, 414].compactMap { code in
      let codes = code == 400 ? "400 494" : String(code)
      return page(for: code).map { "    error_page \(codes) =\(code) \(NginxConfig.prefix)/\($0);" }
    }
  }

  private var notFound: String { page(for: 404).map { "error_page 404 =404 \(NginxConfig.prefix)/\($0); " } ?? "" }

  /// Codes for which nginx closes the connection or sends 400.
  private static let unsent: Set = [408, 444, 494, 495, 496, 497, 499]

  private func statusLocation(_ code: Int) -> String {
    if let page = page(for: code) { return status(String(code), code, page: page) }
    return "    location = /__status/\(code) { internal; return \(Self.unsent.contains(code) ? 400 : code); }"
  }

  private func status(_ name: String, _ code: Int, page: String) -> String {
    // Who asks for this address gets the page for 404.
    "    location = /__status/\(name) { internal; \(notFound)set $interlude_status \(code); error_page 418 =\(code) "
      + "\(NginxConfig.prefix)/\(page); return 418; }"
  }
}
