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

  /// Codes that nginx sends as 400 (`ngx_http_special_response_handler`); nobody else makes them.
  private static let sentAs400: Set = [494, 495, 496, 497]

  var served: [Pack.Page] { nginx.served.filter { !Self.sentAs400.contains($0.code) } }

  /// A login is answered with its status and nginx's own words, in case somebody sends one here.
  private var asked: [Int] { served.map(\.code) + Pack.authentication.sorted() }

  /// The reference that pages show is this service's own, so its log has to have it.
  private var logFormat: [String] {
    guard pack.isLive else { return [] }
    return [
      "# Pages show a reference, which is this line's, the time and the host.",
      "log_format interlude '$time_iso8601 $request_id $host $status \"$http_user_agent\"';", "", "",
    ]
  }

  private var server: String {
    let codes = asked.map(String.init).joined(separator: "|")
    return """
      # A page service: \(pack.brand)'s error pages for proxies that fetch them over HTTP. Written by `interlude build`.
      #
      # It answers with the status it is asked for, so that no client can see a page with 200, in one of two ways:
      #   GET /503             Traefik's errors middleware, `query: /{status}`
      #   X-Code: 503          the default backend of ingress-nginx; without the header, 404, and /healthz answers 200
      #
      # Copy:     in a container of nginx, mount error-pages as \(Pack.folder), error-pages/config/nginx as
      #           /etc/nginx/interlude, and this file as /etc/nginx/conf.d/default.conf.
      # Reload:   nginx -t && nginx -s reload
      # Prove it: curl -i http://localhost:8080/503; curl -i -H 'X-Code: 503' http://localhost:8080/any/path
      # Undo:     stop the container.

      include /etc/nginx/interlude/interlude-http.conf;

      map "$http_x_code:$uri" $interlude_code {
          default 404;
          ":/healthz" 200;
          "~^(?<interlude_code_asked>\(codes)):" $interlude_code_asked;
          "~^:/(?<interlude_path_asked>\(codes))$" $interlude_path_asked;
      }

      \(logFormat.lines)server {
          listen 8080 default_server;
          access_log \(pack.isLive ? "/var/log/nginx/access.log interlude" : "off");
          # A request that failed for its size fails here no second time: the body is not wanted.
          client_max_body_size 0;
          # What a proxy passes on may be larger than a page service would ever need.
          large_client_header_buffers 4 32k;

          location / {
      \(asked.map { "        if ($interlude_code = \($0)) { return \($0); }" }.lines)
              default_type text/plain;
              return 200 "ok\\n";
          }

      \(served.map { "    error_page \($0.code) \(NginxConfig.prefix)/\($0.code);" }.lines)

      \(nginx.pagesLocation(seesMethod: false).split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    " + $0 }.lines)
      }

      """
  }
}
