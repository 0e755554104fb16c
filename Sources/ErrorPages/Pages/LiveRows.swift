internal import Content
internal import Escaping
internal import Theme

/// Rows of the small print that a proxy fills in as it sends the page: a reference that its log has too, the time, and the
/// host. A row without a value is not there.
///
/// Nothing in them is a visitor's to choose. The reference is the proxy's own, never one that came with the request; the
/// host comes with the request, so the generated configuration hands on only what looks like a name.
///
/// They are written as server-side includes that nginx and Apache both understand
/// (`ngx_http_ssi_module`; mod_include with `SSILegacyExprParser`), with variables of the same names. Other proxies get
/// them translated: see `LiveRows.forCaddy`, and the configurations for Envoy, HAProxy, lighttpd and Varnish.
struct LiveRows {
  let locale: Locale

  static let schema = ViewSchema([
    .init("open", .html, "The instruction before a row that may be absent."),
    .init("label", .text, "What the value is."),
    .init("value", .html, "The instruction that the proxy replaces by the value."),
    .init("close", .html, "The instruction behind a row that may be absent."),
  ])

  static let reference = "<!--#echo var=\"unique_id\" -->"
  static let time = "<!--#config timefmt=\"%Y-%m-%d %H:%M:%S\" --><!--#echo var=\"date_gmt\" -->"
  static let host = "<!--#echo var=\"interlude_host\" -->"
  static let ifReference = "<!--#if expr=\"$unique_id\" -->"
  static let ifHost = "<!--#if expr=\"$interlude_host\" -->"
  static let end = "<!--#endif -->"

  var views: [View] {
    [
      row("requestID", Self.reference, if: Self.ifReference), row("time", Self.time + " UTC", if: nil),
      row("server", Self.host, if: Self.ifHost),
    ]
  }

  private func row(_ key: String, _ value: String, if condition: String?) -> View {
    View([
      "open": .html(HTML(trusted: condition ?? "")), "label": .text(locale.page[key] ?? ""),
      "value": .html(HTML(trusted: value)), "close": .html(HTML(trusted: condition == nil ? "" : Self.end)),
    ])
  }

  /// The page for Caddy's `templates`. Braces that are no instruction are written so that they stay braces.
  static func forCaddy(_ page: String) -> String {
    page.substituting("{{", by: "{{\"{{\"}}")
      .substituting(ifReference, by: "{{with placeholder \"http.error.id\"}}").substituting(reference, by: "{{.}}")
      .substituting(time, by: "{{(now).UTC.Format \"2006-01-02 15:04:05\"}}")
      .substituting(ifHost, by: "{{with placeholder \"interlude_host\"}}{{if ne . \"-\"}}")
      .substituting(host + "</dd></div>" + end, by: "{{.}}</dd></div>{{end}}{{end}}")
      .substituting(end, by: "{{end}}")
  }
}
