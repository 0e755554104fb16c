internal import Content

/// The configuration for Envoy 1.22 and later: a whole bootstrap file to take parts from.
///
/// Envoy reads every page when it loads its configuration and chooses among them by matching, so there is one mapper for
/// each code, language and format. A short Lua filter works out language and format, which matchers cannot.
struct EnvoyConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files("envoy", [("envoy.yaml", bootstrap)] + livePages)
  }

  private var bootstrap: String {
    """
    # \(pack.brand)'s error pages for Envoy 1.22 and later, in front of an application on port 8080.
    # Written by `interlude build`; edit content/ and build again.
    #
    # Copy:     sudo cp -r error-pages \(Pack.folder)      (into the container, or mounted there)
    # Include:  Envoy has no include. Take three parts over into your http_connection_manager: local_reply_config, and the
    #           filters lua and custom_response before the router.
    # Reload:   envoy --mode validate -c envoy.yaml, then restart, or let xDS deliver it. Validation fails if a page is
    #           missing; pages are read then and not again.
    # Prove it: stop the application, then
    #             curl -i -H 'Accept: text/html' http://www.example.com/       the page, with status 503
    #             curl -i http://www.example.com/                              the same as text
    # Undo:     delete the three parts.
    #
    # 401 and 407 are missing on purpose: clients that log in need the original answer.
    \((liveComment + [""]).lines)
    static_resources:
      listeners:
      - name: www
        address: {socket_address: {address: 0.0.0.0, port_value: 80}}
        filter_chains:
        - filters:
          - name: envoy.filters.network.http_connection_manager
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
              stat_prefix: www
              route_config:
                virtual_hosts:
                - name: www
                  domains: ["*"]
                  routes:
                  # Programs read the bodies of errors; leave the application's own as they are.
                  - match: {prefix: "/api/"}
                    route: {cluster: app, timeout: 30s}
                    typed_per_filter_config:
                      envoy.filters.http.custom_response:
                        "@type": type.googleapis.com/envoy.config.route.v3.FilterConfig
                        disabled: true
                  # After this long without an answer the visitor gets the page for 504.
                  - match: {prefix: "/"}
                    route: {cluster: app, timeout: 30s}

              # Errors that Envoy makes itself, and those that custom_response hands over. The first mapper that matches
              # counts; the last one of a code also serves requests that no filter has seen.
              local_reply_config:
                mappers:
    \(pack.outagePages.flatMap(mappers).map { "            " + $0 }.lines)

              http_filters:
              # Works out the visitor's language and format for the mappers.
              - name: envoy.filters.http.lua
                typed_config:
                  "@type": type.googleapis.com/envoy.extensions.filters.http.lua.v3.Lua
                  default_source_code:
                    inline_string: |
    \((LuaChoice(languages: pack.languages).lines + liveTable + handler).map { $0.isEmpty ? "" : "                  " + $0 }.lines)
              # The application's own answers that mean that the site cannot answer become errors of Envoy's.
              - name: envoy.filters.http.custom_response
                typed_config:
                  "@type": type.googleapis.com/envoy.extensions.filters.http.custom_response.v3.CustomResponse
                  custom_response_matcher:
                    matcher_list:
                      matchers:
    \(pack.outagePages.flatMap(matcher).map { "                  " + $0 }.lines)
              - name: envoy.filters.http.router
                typed_config:
                  "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router

      clusters:
      - name: app
        type: STRICT_DNS
        connect_timeout: 5s
        load_assignment:
          cluster_name: app
          endpoints:
          - lb_endpoints:
            - endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: 8080}}}

    """
  }

  private var handler: [String] {
    [
      "",
      "function envoy_on_request(handle)",
      "  local headers, metadata = handle:headers(), handle:streamInfo():dynamicMetadata()",
      "  local language = choose_language(headers:get(\"accept-language\"))",
      "  metadata:set(\"interlude\", \"language\", language)",
      "  metadata:set(\"interlude\", \"format\", choose_format(headers:get(\"accept\")))",
    ] + liveHandler + ["end"]
  }

  /// A response code to match, and a policy that changes nothing but who answers.
  private func matcher(_ page: Pack.Page) -> [String] {
    [
      "- predicate:",
      "    single_predicate:",
      "      input:",
      "        name: status-\(page.code)",
      "        typed_config:",
      "          \"@type\": type.googleapis.com/envoy.type.matcher.v3.HttpResponseStatusCodeMatchInput",
      "      value_match: {exact: \"\(page.code)\"}",
      "  on_match:",
      "    action:",
      "      name: interlude",
      "      typed_config:",
      "        \"@type\": type.googleapis.com/envoy.extensions.http.custom_response.local_response_policy.v3"
        + ".LocalResponsePolicy",
    ]
  }

  /// The default language and format come last, because their conditions are left out.
  private func mappers(_ page: Pack.Page) -> [String] {
    let languages = pack.languages.filter { $0 != pack.defaultLanguage } + [pack.defaultLanguage]
    return languages.flatMap { language in
      FormatChoice.contentTypes.flatMap { entry in mapper(page, language: language, format: entry.format) }
    }
  }

  private func mapper(_ page: Pack.Page, language: String, format: String) -> [String] {
    var filters = ["- status_code_filter: {comparison: {value: {default_value: \(page.code), runtime_key: interlude}}}"]
    if language != pack.defaultLanguage { filters.append(condition("language", language)) }
    if language != pack.defaultLanguage || format != FormatChoice.fallback {
      filters.append(condition("format", format))
    }
    let filter =
      filters.count == 1
      ? ["- filter:", "    " + filters[0].dropFirst(2)]
      : ["- filter:", "    and_filter:", "      filters:"] + filters.map { "      " + $0 }
    var headers = [
      ("Cache-Control", "no-store"), ("Content-Language", language), ("Vary", "Accept, Accept-Language"),
      ("X-Robots-Tag", "noindex"),
    ]
    if let seconds = page.retryAfter { headers.append(("Retry-After", String(seconds))) }
    // Tells the page that it may load itself again if the method is GET.
    if pack.retries, format == "html" { headers.append(("Server-Timing", "method;desc=%REQ(:METHOD)%")) }
    // A finished page is no format itself, so that a per cent sign in it is only that.
    let live = format == "html" ? liveFile(language, page) : nil
    let source = live.map { "filename: \"\($0)\"" } ?? "inline_string: \"%LOCAL_REPLY_BODY%\""
    let body = live == nil ? ["  body: {filename: \"\(Pack.folder)/\(language)/\(page.code).\(format)\"}"] : []
    return filter + body + [
      "  body_format_override: {text_format_source: {\(source)}, content_type: \"\(FormatChoice.contentType(format))\"}",
      "  headers_to_add:",
    ]
      + headers.map { name, value in
        "  - {header: {key: \(name), value: \"\(value)\"}, append_action: OVERWRITE_IF_EXISTS_OR_ADD}"
      }
  }

  private func condition(_ key: String, _ value: String) -> String {
    "- metadata_filter: {matcher: {filter: interlude, path: [{key: \(key)}], "
      + "value: {string_match: {exact: \"\(value)\"}}}, match_if_key_not_found: false}"
  }
}
