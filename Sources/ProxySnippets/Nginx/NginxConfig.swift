internal import Content

/// The configuration for nginx: maps for the http block, error pages for a server block, an example and instructions.
struct NginxConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    [
      ("README.md", readme), ("example.conf", example), ("interlude-http.conf", maps), ("interlude.conf", server),
    ].map { OutputFile(path: "\(ProxySnippets.folder)/nginx/\($0)", text: $1) }
  }

  /// Where the pages are found inside the server; nobody outside can ask for this address.
  static let prefix = "/__interlude"

  /// Codes that nginx answers by closing the connection, so that no page could be seen (1.22 to 1.31:
  /// `ngx_http_special_response_handler`). An intercepted 408 would even become an empty reply.
  private static let closing: Set = [408, 444, 499]

  private var optional: [Pack.Page] {
    let excluded = Pack.outage.union(Pack.authentication).union(Self.closing)
    return pack.pages.filter { !excluded.contains($0.code) }
  }

  var served: [Pack.Page] {
    pack.pages.filter { !Pack.authentication.contains($0.code) && !Self.closing.contains($0.code) }
  }

  private var server: String {
    """
    # \(pack.brand)'s error pages for one nginx server. Written by `interlude build`; edit content/ and build again.
    #
    #   http {
    #     include /etc/nginx/interlude/interlude-http.conf;     # the maps that choose language and format
    #     server {
    #       include /etc/nginx/interlude/interlude.conf;        # this file
    #
    # The pages are expected in \(Pack.folder). Another folder: change the one line `root` below.
    # A location with an error_page of its own inherits none of these; repeat them there.

    # The site cannot answer. No "=" stands before an address, because that would answer with status 200.
    \(pack.outagePages.map { "error_page \($0.code) \(Self.prefix)/\($0.code);" }.lines)

    # Errors of single requests are left to your application. Take away a # to brand one. Interception (below) then
    # replaces the application's own bodies with that code, too, which clients of an API may need.
    # 401 and 407 are missing on purpose: clients that log in need the original answer.
    \(optional.map(optionalLine).lines)

    # Without these, only errors that nginx makes itself get a page. In a location whose clients read the body of an
    # error, such as an API, write `proxy_intercept_errors off;` (or fastcgi_, uwsgi_, scgi_).
    proxy_intercept_errors on;
    fastcgi_intercept_errors on;
    uwsgi_intercept_errors on;
    scgi_intercept_errors on;

    \(pagesLocation(
      served.map { PageAddress(name: String($0.code), status: $0.code) },
      fields: pack.retries ? ["Server-Timing $interlude_method"] : []))

    """
  }

  /// A page by the name of its files, with the status that is sent without one where there are no such files.
  struct PageAddress {
    let name: String
    let status: Int
  }

  /// The location that the pages are fetched from; it needs the maps.
  ///
  /// - Parameters:
  ///   - fields: further fields of the answer, with their values.
  ///   - variables: what begins the names of the variables that hold format and Retry-After.
  func pagesLocation(_ pages: [PageAddress], fields: [String], variables: String = "$interlude") -> String {
    let isLive = pack.isLive
    // A page that may try again has to know that nobody's form is sent twice.
    let timing = fields.contains { $0.hasPrefix("Server-Timing") }
    let more = (timing ? [Self.methodNote] : []) + fields.map { "      add_header \($0) always;" }
    return """
      # "^~" keeps regular-expression locations such as `~ \\.html$` away from the pages.
      location ^~ \(Self.prefix)/ {
          # A direct request gets 404: a page is never seen with status 200.
          internal;
          root \(Pack.folder);

          # What the server allows or forbids has been decided for the original request; the page is for everybody.
          allow all;
          auth_basic off;
          # If nginx does not know this line, it was built without the module; delete it.
          auth_request off;
          # A large upload to a dead application gets its 502, not a 413.
          client_max_body_size 0;

      \(isLive ? Self.includes : Self.finished)
          open_file_cache off;
          recursive_error_pages off;

          # These replace inherited types, so that the pages have the right one everywhere.
          types {
      \(FormatChoice.contentTypes.map { "        \($0.type) \($0.format);" }.lines)
          }
          default_type text/html;
          charset utf-8;

          # An error is about this one moment: it is not stored, not compared with an older copy, not cut into ranges.
          etag off;
          if_modified_since off;
          max_ranges 0;

          # "always", because nginx would otherwise add headers to successful answers only.
          add_header Cache-Control no-store always;
          add_header X-Robots-Tag noindex always;
          add_header Vary "Accept, Accept-Language" always;
          add_header Content-Language $interlude_language always;
          add_header Retry-After \(variables)_retry_after always;
      \((more + ["", "      # The chosen file, or the default language's page, or at least the right status."]).map { String($0.dropFirst(2)) }.lines)
      \(pages.map { location($0, format: variables + "_format", isLive: isLive) }.lines)
      }
      """
  }

  private static let methodNote = "      # Tells the page that it may load itself again: nobody's form is sent twice."

  private func optionalLine(_ page: Pack.Page) -> String {
    // nginx has its own number for a request header that is too large, and never makes a 431.
    let codes = page.code == 431 ? "494 =431" : String(page.code)
    return "#error_page \(codes) \(Self.prefix)/\(page.code);  # \(page.reason)"
  }

  private static let finished = """
        # The page is one finished file: nothing is inserted, and a page replaced on disk is served at once.
        ssi off;
    """

  private static let includes = """
        # nginx fills in the reference, the time and the host; see the maps. A page replaced on disk is served at once.
        # The reference is $request_id: put it into your log_format to find the request again.
        ssi on;
        ssi_silent_errors on;
    """

  private func location(_ page: PageAddress, format: String, isLive: Bool) -> String {
    "    location = \(Self.prefix)/\(page.name) { try_files "
      + (isLive ? "/live/ssi/$interlude_language/\(page.name).\(format) " : "")
      + "/$interlude_language/\(page.name).\(format) "
      + "/\(pack.defaultLanguage)/\(page.name).html =\(page.status); }"
  }
}

extension [String] {
  /// The strings as lines of a configuration file.
  var lines: String { joined(separator: "\n") }
}
