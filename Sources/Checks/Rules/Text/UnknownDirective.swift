import Diagnostics
import ProxyConfig
import Trace

/// Finds directives nginx does not have, where a real one has nearly the same name.
struct UnknownDirective: NginxRule {
  static let description = RuleDescription(
    id: "unknown-directive", severity: .warning,
    summary: "nginx has no directive of this name, but one with nearly the same name",
    rationale:
      "nginx does not start with a directive it does not know, unless a module brings it. A name that resembles no real one is taken for a module's.",
    failing: [
      .nginx("location / { ⟦proxy_pas⟧ http://127.0.0.1:9000; }"),
      .nginx("⟦proxy_intercept_error⟧ on; error_page 502 /502.html; location / { root /srv/pages; }"),
      .nginx("⟦eror_page⟧ 502 /502.html; location / { root /srv/pages; }"),
    ],
    passing: [
      .nginx("location / { more_set_headers 'X-A: b'; brotli on; root /srv/pages; }"),
      .nginx("subs_filter a b; http2 on; location / { root /srv/pages; }"),
    ])

  func check(_ project: NginxProject, into report: inout Report) {
    var seen: Set<String> = []
    for name in project.model.writtenNames {
      guard !NginxModel.isStock(name), !Self.elsewhere.contains(name), name != "include",
        name != NginxModel.accessRules, let near = Self.nearest(to: name)
      else { continue }
      for (directive, _) in project.directives(name) {
        guard let word = directive.words.first else { continue }
        // A file included twice is read twice.
        let place = word.place
        guard seen.insert("\(place.source.name):\(place.range.lowerBound)").inserted else { continue }
        report.add(
          finding("there is no directive \(name); did you mean \(near)?", at: word.place, help: "write: \(near)"))
      }
    }
  }

  private static func nearest(to name: String) -> String? {
    NearestName.of(name, among: NginxModel.stockDirectives, within: name.utf8.count < 9 ? 1 : 2)
  }

  /// Names near a stock one that a later release, the commercial edition or a well-known module has.
  private static let elsewhere: Set<String> = [
    "subs_filter", "subs_filter_types", "http2", "http3", "http3_hq", "api", "status", "state", "match", "check", "hls",
    "f4f", "echo", "eval", "ntlm", "queue", "sticky", "least_time", "limit_zone", "concat", "fair", "brotli", "zstd",
    "js_set", "js_var", "lua_package_path", "add_header_inherit", "add_trailer_inherit", "geoip2", "redis_pass",
    "ajp_pass", "max_headers", "quic_gso", "keyval", "perl_set", "array_map", "proxy_cache_purge", "scgi_cache_purge",
    "uwsgi_cache_purge", "fastcgi_cache_purge", "ssl_key_log", "limit_upload_rate", "uploadprogress", "spdy", "mgmt",
    "tunnel_pass", "early_hints", "auth_require", "upload_pass", "brotli_static", "zstd_static", "gzip_static",
    "brotli_types", "zstd_types", "brotli_buffers", "brotli_min_length", "zstd_buffers", "js_import",
  ]
}
