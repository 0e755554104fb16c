/// How the service finds out what is asked for.
extension PageServiceConfig {
  var maps: String {
    """
    # The code that the proxy names, else the first part of the path.
    map "$http_x_code:$uri" $interlude_code {
        default 404;
        "~^:/(?:healthz|health|health/live|live)$" 200;
        "~^:/favicon[.]ico$" 204;
        "~^(?<interlude_code_asked>[45][0-9][0-9]):" $interlude_code_asked;
        "~^[^:]*:/(?<interlude_path_asked>[45][0-9][0-9])(?:[./]|$)" $interlude_path_asked;
    }

    # The page for the code that the proxy names, by the name of its file.
    map $http_x_code $interlude_page {
        default "";
    \(pageOfCode.lines)
    }

    # What the visitor takes: ingress-nginx hands it on in X-Format. Who names nothing gets what was sent.
    map $http_x_format $interlude_service_accept {
        default $http_x_format;
        "" $http_accept;
        "*/*" $http_accept;
    }
    map $interlude_service_accept $interlude_service_wanted {
        default $interlude_service_accept;
        "" $http_content_type;
        "*/*" $http_content_type;
    }

    # The media type of the highest quality value, and the first one named among equals. A range such as application/* counts.
    map $interlude_service_wanted $interlude_service_type {
        default "";
    \(FormatChoice.ranked(group: "(?<interlude_service_range>").map { "    \"~*\($0)\" $interlude_service_range;" }.lines)
    }

    # The ending of the address comes first. It is looked at (`set`) before the address becomes that of a page.
    map $uri $interlude_ending {
        default "";
        "~*^/[45][0-9][0-9][.]html?$" html;
    \(["json", "xml", "txt"].map { "    \"~*^/[45][0-9][0-9][.]\($0)$\" \($0);" }.lines)
    }
    map "$interlude_asked:$interlude_service_type" $interlude_service_format {
        default \(FormatChoice.fallback);
        "~^(?<interlude_asked_format>html|json|xml|txt):" $interlude_asked_format;
    \(FormatChoice.types.map { "    \"~*^:.*\($0.pattern)\" \($0.format);" }.lines)
        "~*^:application" json;
    }

    # Seconds after which a second attempt makes sense. An empty value leaves the header out.
    map $interlude_status $interlude_service_retry_after {
        default "";
    \(pack.retryAfter.flatMap { entry in entry.codes.map { "    \($0) \(entry.seconds);" } }.lines)
    }
    """
  }

  private var pageOfCode: [String] {
    let own = pageNames.filter { Int($0) != nil }.joined(separator: "|")
    let classes = ["4xx", "5xx"].filter(pageNames.contains)
    return (own.isEmpty ? [] : ["    \"~^(?<interlude_page_own>\(own))$\" $interlude_page_own;"])
      + classes.map { "    \"~^\($0.prefix(1))[0-9][0-9]$\" \($0);" }
  }
}
