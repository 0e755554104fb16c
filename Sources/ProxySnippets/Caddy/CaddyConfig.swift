internal import Content

/// The configuration for Caddy: two snippets to import, an example and instructions. One form for Caddy 2.6 and later,
/// so `handle_errors` stands without status codes, which only 2.8 understands.
struct CaddyConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    [("README.md", readme), ("example.Caddyfile", example), ("interlude.caddy", snippets)]
      .map { OutputFile(path: "\(ProxySnippets.folder)/caddy/\($0)", text: $1) }
  }

  /// Caddy asks separately about answers of the application, so that all its own errors can have a page.
  private var served: [Pack.Page] {
    pack.pages.filter { !Pack.authentication.contains($0.code) }
  }

  private var snippets: String {
    """
    # \(pack.brand)'s error pages for Caddy 2.6 and later. Written by `interlude build`; edit content/ and build again.
    #
    #   import /etc/caddy/interlude/interlude.caddy
    #
    #   www.example.com {
    #   	import interlude
    #   	reverse_proxy 127.0.0.1:8080 {
    #   		import interlude_upstream
    #   	}
    #   }
    #
    # The pages are expected in \(Pack.folder). Another folder: change the one line `root` below.

    # For a site: the pages for errors that Caddy makes itself, such as 502 for an application that is not running.
    (interlude) {
    	handle_errors {
    		# 401 and 407 are missing on purpose: clients that log in need the original answer.
    		@interlude expression `{err.status_code} in [\(served.map { String($0.code) }.joined(separator: ", "))]`
    		handle @interlude {
    			root * \(Pack.folder)

    \(choice.lines)

    			# An error is about this one moment. A returning browser's conditions and ranges would make Caddy send
    			# the right status with an empty body or a piece of the page.
    			request_header -If-Match
    			request_header -If-None-Match
    			request_header -If-Modified-Since
    			request_header -If-Unmodified-Since
    			request_header -Range
    			header -Etag
    			header -Last-Modified
    			header -Accept-Ranges
    			header Cache-Control no-store
    			header X-Robots-Tag noindex
    			header Vary "Accept, Accept-Language"
    			header Content-Language {interlude_language}
    			# Caddy's table of types does not know problem details.
    			header Content-Type {interlude_content_type}
    \((retryAfter + method + live).lines)

    			# The chosen file, or the default language's. file_server keeps the error's status.
    			try_files \(pack.isLive ? "/live/caddy/{interlude_language}/{err.status_code}.{interlude_format} " : "")/{interlude_language}/{err.status_code}.{interlude_format} /\(pack.defaultLanguage)/{err.status_code}.{interlude_format}
    			file_server
    		}
    	}
    }

    # For a reverse_proxy: the application's own answers that mean that the site cannot answer. Leave it out for an API,
    # whose clients read the bodies of errors. The message must come before the status; alone, the status would be
    # taken for the message and become 500.
    (interlude_upstream) {
    	@interlude_upstream status \(pack.outagePages.map { String($0.code) }.joined(separator: " "))
    	handle_response @interlude_upstream {
    		error "the application cannot answer" {rp.status_code}
    	}
    }

    """
  }

  private var choice: [String] {
    let languages = LanguageChoice(languages: pack.languages)
    let formats = FormatChoice.types.map { entry in
      "\"~(?i)\(entry.pattern)\" \(entry.format) \"\(FormatChoice.contentType(entry.format))\""
    }
    return [
      "# The visitor's language: the best one that there are pages in, one line per tenth of the quality value …"
    ].map { "\t\t\t" + $0 }
      + map(
        "{header.Accept-Language} {interlude_wanted}",
        languages.patterns(group: "(").map { "\"~(?i)\($0)\" \"${1}\"" }, default: "-")
      + ["\t\t\t# … and the folder that its pages are in."]
      + map(
        "{interlude_wanted} {interlude_language}", languages.ranges.map { "\"~(?i)^\($0.range)$\" \($0.language)" },
        default: pack.defaultLanguage)
      + [
        "\t\t\t# Browsers get HTML, programs that ask for it JSON or XML (RFC 9457), and all others, such as curl, text."
      ]
      + map(
        "{header.Accept} {interlude_accepted}",
        FormatChoice.patterns(group: "(").map { "\"~(?i)\($0)\" \"${1}\"" }, default: "-")
      + map(
        "{interlude_accepted} {interlude_format} {interlude_content_type}", formats,
        default: "\(FormatChoice.fallback) \"\(FormatChoice.contentType(FormatChoice.fallback))\"")
  }

  private func map(_ head: String, _ entries: [String], default fallback: String) -> [String] {
    ["\t\t\tmap \(head) {"] + entries.map { "\t\t\t\t" + $0 } + ["\t\t\t\tdefault \(fallback)", "\t\t\t}"]
  }

  private var live: [String] {
    guard pack.isLive else { return [] }
    return [
      "\t\t\t# Caddy fills in the reference, the time and the host. The reference is err_id in Caddy's log, and never one",
      "\t\t\t# that came with the request; the host did come with it, so only what looks like a name is shown.",
    ] + map("{host} {interlude_host}", ["\"~^([0-9A-Za-z.-]+)$\" \"${1}\""], default: "-") + [
      "\t\t\ttemplates {", "\t\t\t\tmime text/html", "\t\t\t}",
    ]
  }

  private var method: [String] {
    guard pack.retries else { return [] }
    return [
      "\t\t\t# Tells the page that it may load itself again: nobody's form is sent twice.",
      "\t\t\t@interlude_get method GET",
      "\t\t\theader @interlude_get Server-Timing \"\(Pack.safeMethod)\"",
    ]
  }

  private var retryAfter: [String] {
    pack.retryAfter.flatMap { entry -> [String] in
      let codes = entry.codes.filter { code in served.contains { $0.code == code } }
      guard !codes.isEmpty else { return [] }
      let name = "@interlude_retry_\(entry.seconds)"
      return [
        "\t\t\t\(name) expression `{err.status_code} in [\(codes.map(String.init).joined(separator: ", "))]`",
        "\t\t\theader \(name) Retry-After \(entry.seconds)",
      ]
    }
  }
}
