extension ApacheConfig {
  /// What holds for the folder of the pages, in a `<Directory>` and in its `.htaccess` alike.
  ///
  /// - Parameter isLive: Apache fills the pages in, which most hosts do not let a `.htaccess` switch on.
  func pageRules(indent: String, isLive: Bool) -> [String] {
    rules(isLive).map { $0.isEmpty ? $0 : indent + $0 }
  }

  private func rules(_ isLive: Bool) -> [String] {
    let choice = LanguageChoice(languages: pack.languages)
    // The last one that matches stays, so the best comes last.
    let languages = choice.patterns(group: "(").reversed()
      .map { "SetEnvIfNoCase Accept-Language \"\($0)\" INTERLUDE_WANTED=$1" }
    let folders = choice.ranges.map {
      "SetEnvIfNoCase INTERLUDE_WANTED \"^\($0.range)$\" INTERLUDE_LANGUAGE=\($0.language)"
    }
    let types = FormatChoice.patterns(group: "(").reversed()
      .map { "SetEnvIfNoCase Accept \"\($0)\" INTERLUDE_ACCEPTED=$1" }
    let formats = FormatChoice.types.reversed().map {
      "SetEnvIfNoCase INTERLUDE_ACCEPTED \"\($0.pattern)\" INTERLUDE_FORMAT=\($0.format)"
    }
    let mediaTypes = FormatChoice.contentTypes.map { entry in
      let type = entry.type.hasPrefix("text/") ? "\"\(entry.type); charset=utf-8\"" : entry.type
      return "AddType \(type) .\(entry.format)"
    }
    let waits = pack.retryAfter.map { entry in
      let codes = entry.codes.map { "'\($0)'" }.joined(separator: ",")
      return "Header always set Retry-After \"\(entry.seconds)\" \"expr=%{REQUEST_STATUS} in {\(codes)}\""
    }
    let method = [
      "# Tells the page that it may load itself again: nobody's form is sent twice. THE_REQUEST is as it came.",
      "Header always set Server-Timing \"\(Pack.safeMethod)\" \"expr=%{THE_REQUEST} =~ m#^GET #\"",
    ].filter { _ in pack.retries }
    let includes = [
      "# Apache fills in the reference, the time and the host. The reference is mod_unique_id's, %{UNIQUE_ID}e in a",
      "# LogFormat, and never one that came with the request; the host did come with it, so only what looks like a name",
      "# is shown.",
      "AddOutputFilter INCLUDES .html",
      "SSILegacyExprParser on",
      "SetEnvIfNoCase Host \"^([0-9a-z.-]+)(?::[0-9]+)?$\" interlude_host=$1",
      "",
    ].filter { _ in isLive }
    let liveRule = [
      "RewriteCond %{ENV:INTERLUDE_FORMAT} =html",
      "RewriteRule ^([45][0-9][0-9])$ live/ssi/%{ENV:INTERLUDE_LANGUAGE}/$1.html [END]",
    ].filter { _ in isLive }
    return includes + [
      "# The visitor's language: one line per tenth of the quality value, the best one last, because the last one counts.",
      "SetEnvIf Request_Method \"^\" INTERLUDE_LANGUAGE=\(pack.defaultLanguage) INTERLUDE_FORMAT=\(FormatChoice.fallback)",
    ] + languages + ["# … and the folder that its pages are in."] + folders + [
      "# Browsers get HTML, programs that ask for it JSON or XML (RFC 9457), and all others, such as curl, text."
    ] + types + formats + [
      "",
      "RewriteEngine On",
      "# A direct request gets 404: a page is never seen with status 200.",
      "RewriteCond %{ENV:REDIRECT_STATUS} ^$",
      "RewriteRule ^ - [R=404,L]",
    ] + liveRule + [
      "RewriteRule ^([45][0-9][0-9])$ %{ENV:INTERLUDE_LANGUAGE}/$1.%{ENV:INTERLUDE_FORMAT} [END]",
      "",
    ] + mediaTypes + [
      "# An error is about this one moment: it is not stored, and not compared with an older copy.",
      "FileETag None",
      "Header unset Last-Modified",
      "Header unset Accept-Ranges",
      "# \"always\", because Apache would otherwise add headers to successful answers only.",
      "Header always set Cache-Control \"no-store\"",
      "Header always set X-Robots-Tag \"noindex\"",
      "Header always set Vary \"Accept, Accept-Language\"",
      "Header always set Content-Language \"%{INTERLUDE_LANGUAGE}e\"",
    ] + waits + method
  }
}
