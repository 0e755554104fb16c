extension NginxConfig {
  private static let liveMaps = """

    # What pages show of the request. The reference is nginx's own and never one that came with the request; the host
    # did come with it, so only what looks like a name is shown.
    map $request_id $unique_id {
        default $request_id;
    }
    map $host $interlude_host {
        default "";
        "~^[0-9a-z.-]+$" $host;
    }

    """

  /// `interlude-http.conf`: the maps, which nginx allows in the http block only.
  var maps: String {
    let choice = LanguageChoice(languages: pack.languages)
    let languages = choice.patterns(group: "(?<interlude_range>").map { "    \"~*\($0)\" $interlude_range;" }
    let folders = choice.ranges.map { "    \($0.range) \($0.language);" }
    let types = FormatChoice.patterns(group: "(?<interlude_type>").map { "    \"~*\($0)\" $interlude_type;" }
    let formats = FormatChoice.types.map { "    \"~*\($0.pattern)\" \($0.format);" }
    let seconds = pack.retryAfter.flatMap { entry in entry.codes.map { "    \($0) \(entry.seconds);" } }
    return """
      # Chooses the language and the format of \(pack.brand)'s error pages. Written by `interlude build`.
      # Belongs into the http block: include /etc/nginx/interlude/interlude-http.conf;

      # The visitor's language: the best one that there are pages in. One line per tenth of the quality value, so that
      # "de;q=0.5, fr;q=0.9" gets French, and the first language named among equals.
      map $http_accept_language $interlude_wanted {
          default "";
      \(languages.lines)
      }

      # … and the folder that its pages are in.
      map $interlude_wanted $interlude_language {
          default \(pack.defaultLanguage);
      \(folders.lines)
      }

      # The media type the client names first: without reservation, or at all.
      map $http_accept $interlude_accepted {
          default "";
      \(types.lines)
      }

      # Browsers get HTML, programs that ask for it JSON or XML (RFC 9457), and everything else, such as curl, text.
      map $interlude_accepted $interlude_format {
          default \(FormatChoice.fallback);
      \(formats.lines)
      }

      # Seconds after which a second attempt makes sense. An empty value leaves the header out.
      map $status $interlude_default_retry_after {
          default "";
      \(seconds.lines)
      }

      # What the application said about it comes first.
      map $upstream_http_retry_after $interlude_retry_after {
          default $interlude_default_retry_after;
          "~^[0-9A-Za-z ,:]+$" $upstream_http_retry_after;
      }

      # The request as it came; $request_method has become GET when the page is looked for.
      map $request $interlude_method {
          default "";
          "~^GET " "\(Pack.safeMethod)";
      }
      \(pack.isLive ? Self.liveMaps : "")
      """
  }
}
