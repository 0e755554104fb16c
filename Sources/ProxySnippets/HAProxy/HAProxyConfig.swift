internal import Content

/// The configuration for HAProxy 2.6 and later: two named defaults sections with the maps they read, the same with plain
/// response files, and an example.
///
/// HAProxy reads no file when an error happens. What it can do then is look up a map, so the pages of every language and
/// format lie in one.
struct HAProxyConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files(
      "haproxy",
      [
        ("accept.map", acceptMap), ("errorfiles.cfg", errorFiles), ("example.cfg", example),
        ("formats.map", formatMap), ("interlude.cfg", sections), ("languages.map", languageMap), ("pages.map", pageMap),
      ] + (pack.isLive ? [("rows.map", rowMap)] : []))
  }

  static let folder = "/etc/haproxy/interlude"

  /// Codes that 2.6 takes for `http-error` and `errorfile`; a test asks the real one. 3.1 adds 414 and 431.
  private static let known: Set = [
    400, 403, 404, 405, 408, 410, 413, 421, 422, 425, 429, 500, 501, 502, 503, 504,
  ]

  var served: [Pack.Page] { pack.brandedPages.filter { Self.known.contains($0.code) } }

  private var outage: [Pack.Page] { served.filter { Pack.outage.contains($0.code) } }

  private var choice: LanguageChoice { LanguageChoice(languages: pack.languages) }

  private var sections: String {
    let ranges = choice.ranges.map(\.range).joined(separator: ";")
    let fallback = pack.defaultLanguage
    return """
      # \(pack.brand)'s error pages for HAProxy 2.6 and later, in the visitor's language and format.
      # Written by `interlude build`; edit content/ and build again.
      #
      # Copy:     sudo cp -r error-pages/config/haproxy \(Self.folder)
      # Include:  HAProxy has no include, but reads several files. Name this one before your own:
      #             haproxy -f \(Self.folder)/interlude.cfg -f /etc/haproxy/haproxy.cfg
      #           With systemd on Debian, in /etc/default/haproxy:
      #             CONFIG="\(Self.folder)/interlude.cfg -f /etc/haproxy/haproxy.cfg"
      #           Then write `from interlude-frontend` after the name of each frontend, and `from interlude-backend` after
      #           that of each backend whose own error pages are to be replaced; example.cfg shows both.
      # Reload:   sudo haproxy -c -f … && sudo systemctl reload haproxy. Pages are read then and not again.
      # Prove it: stop the application, then
      #             curl -i -H 'Accept: text/html' http://www.example.com/       the page, with status 503
      #             curl -i http://www.example.com/                              the same as text
      # Undo:     take away both `from`, then the file's name.

      defaults interlude-frontend
          mode http
          timeout client 30s

          # The language that the visitor wants most and that there are pages in, and the folder of its pages.
          http-request set-var(txn.interlude_language) req.fhdr(accept-language),lower,language("\(ranges)",\(fallback.lowercased())),map_str(\(Self.folder)/languages.map,\(fallback))
          # Browsers get HTML, programs that ask for it JSON or XML (RFC 9457), and all others, such as curl, text.
          http-request set-var(txn.interlude_format) req.fhdr(accept),lower,map_regm(\(Self.folder)/accept.map,none),map_sub(\(Self.folder)/formats.map,\(FormatChoice.fallback))
      \(live.lines)
          # Errors that HAProxy makes itself. A request that it cannot even read (400), or that never arrives (408), gets
          # its built-in answer before 3.3. 401 and 407 are missing on purpose: clients that log in need the original.
      \(served.map(error).lines)

          # An error file has one type, which is corrected here; the mark does not leave the house.
      \((contentTypes + method).lines)
          http-after-response del-header X-Interlude-Page

      defaults interlude-backend
          mode http
          timeout connect 5s
          # After this long without an answer the visitor gets the page for 504.
          timeout server 30s

          # The application's own answers that mean that the site cannot answer. Not for an API, whose clients read the
          # bodies of errors. Without `status` before it, default-errorfiles would answer 200.
      \(outage.map { "    http-response return status \($0.code) default-errorfiles if { status \($0.code) }" }.lines)

      """
  }

  private func error(_ page: Pack.Page) -> String {
    let key = "var(txn.interlude_language,\(pack.defaultLanguage)),concat(/\(page.code).,txn.interlude_format"
    let rest =
      pack.isLive ? "%[var(txn.interlude_rows)]%[\(key),+),map_str(\(Self.folder)/pages.map)]" : ""
    var line = "    http-error status \(page.code) content-type text/plain"
    line += " lf-string \"%[\(key)),map_str(\(Self.folder)/pages.map)]\(rest)\" hdr X-Interlude-Page yes"
    line += " hdr Cache-Control no-store hdr X-Robots-Tag noindex hdr Vary \"Accept, Accept-Language\""
    line += " hdr Content-Language \"%[var(txn.interlude_language,\(pack.defaultLanguage))]\""
    if let seconds = page.retryAfter { line += " hdr Retry-After \(seconds)" }
    return line
  }

  private var live: [String] {
    guard pack.isLive else { return [] }
    func part(_ row: String) -> String {
      "%[var(txn.interlude_language,\(pack.defaultLanguage)),concat(/\(row)),map_str(\(Self.folder)/rows.map)]"
    }
    let isPage = "{ var(txn.interlude_format) -m str html }"
    return [
      "    # What pages show of the request. The reference is HAProxy's own, %ID in a log-format, and never one that came",
      "    # with the request; the host did come with it, so only what looks like a name is shown.",
      "    unique-id-format %[uuid()]",
      "    http-request set-var(txn.interlude_time) date,utime(\"%Y-%m-%d %H:%M:%S UTC\")",
      "    http-request set-var(txn.interlude_host) req.hdr(host),field(1,:),lower "
        + "if { req.hdr(host),field(1,:),lower -m reg ^[0-9a-z.-]+$ }",
      "    http-request set-var-fmt(txn.interlude_rows) \"\(part("reference"))%[unique-id]\(part("end"))"
        + "\(part("time"))%[var(txn.interlude_time)]\(part("end"))\" if \(isPage)",
      "    http-request set-var-fmt(txn.interlude_rows) \"%[var(txn.interlude_rows)]\(part("host"))"
        + "%[var(txn.interlude_host)]\(part("end"))\" if \(isPage) { var(txn.interlude_host) -m found }",
      "",
    ]
  }

  private var method: [String] {
    guard pack.retries else { return [] }
    return [
      "    # Tells the page that it may load itself again: nobody's form is sent twice.",
      "    http-after-response set-header Server-Timing \"\(Pack.safeMethod)\" "
        + "if { res.hdr(X-Interlude-Page) -m found } METH_GET",
    ]
  }

  private var contentTypes: [String] {
    FormatChoice.contentTypes.map { entry in
      return "    http-after-response set-header Content-Type \"\(FormatChoice.contentType(entry.format))\" "
        + "if { res.hdr(X-Interlude-Page) -m found } { var(txn.interlude_format,txt) -m str \(entry.format) }"
    }
  }

  private var example: String {
    """
    # A frontend and two backends with \(pack.brand)'s error pages. Start HAProxy with interlude.cfg before this file.

    defaults plain
        mode http
        timeout connect 5s
        timeout client 30s
        timeout server 30s

    frontend www from interlude-frontend
        bind :80
        use_backend api if { path_beg /api/ }
        default_backend app

    backend app from interlude-backend
        server app1 127.0.0.1:8080

    # Programs read the bodies of errors; leave them as they are.
    backend api from plain
        server app1 127.0.0.1:8080

    """
  }

  /// `http-errors` sections for one fixed language, with the whole responses of the pack.
  private var errorFiles: String {
    let sections = pack.languages.map { language in
      let lines = served.map { "    errorfile \($0.code) \(Pack.folder)/\(language)/\($0.code).http" }
      return "http-errors interlude-\(language.lowercased())\n" + lines.lines + "\n"
    }
    return """
      # \(pack.brand)'s error pages for HAProxy 2.2 and later, in one language for everybody and in HTML only. For a choice
      # by the visitor use interlude.cfg instead. Written by `interlude build`.
      #
      # Copy:     sudo cp -r error-pages \(Pack.folder)
      # Include:  haproxy -f \(Self.folder)/errorfiles.cfg -f /etc/haproxy/haproxy.cfg
      #           and in a frontend or in defaults:
      #             errorfiles interlude-\(pack.defaultLanguage.lowercased())
      #           The application's own answer is replaced, with its status, in a backend:
      #             http-response return status 503 errorfiles interlude-\(pack.defaultLanguage.lowercased()) if { status 503 }
      # Reload:   sudo haproxy -c -f … && sudo systemctl reload haproxy. HAProxy does not start when a file is missing or
      #           its Content-Length is wrong, so do not edit the .http files by hand.
      # Prove it: stop the application, then curl -i http://www.example.com/
      # Undo:     delete the lines and the file's name.

      \(sections.joined(separator: "\n"))
      """
  }
}
