internal import Content

/// Fastly: snippets of VCL with the pages in them.
struct FastlyConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files("fastly", [("error.vcl", error), ("fetch.vcl", fetch)])
  }

  /// Added to a status to mark an error as one to be branded; Fastly leaves 600 to 999 to its users.
  private static let mark = 300

  private var fetch: String {
    """
    # \(pack.brand)'s error pages for Fastly, 1 of 2: a VCL snippet of type "fetch". Written by `interlude build`.
    #
    # Hands the application's own errors to error.vcl, which says how to use both. Programs behind /api/ keep their own
    # bodies.
    if (req.url.path !~ "^/api/") {
    \(pack.outagePages.map { "  if (beresp.status == \($0.code)) { error \($0.code + Self.mark) \"\($0.reason)\"; }" }.lines)
    }

    """
  }

  private var error: String {
    let branches = pack.outagePages.map { page in
      let bytes = pack.contents["\(pack.defaultLanguage)/\(page.code).html"] ?? []
      let retry = page.retryAfter.map { "  set obj.http.Retry-After = \"\($0)\";\n" } ?? ""
      // Fastly's own errors come with their real status.
      return """
        if (obj.status == \(page.code + Self.mark) || obj.status == \(page.code)) {
          set obj.status = \(page.code);
          set obj.response = "\(page.reason)";
        \(retry)  set obj.http.Content-Type = "text/html; charset=utf-8";
          set obj.http.Content-Language = "\(pack.defaultLanguage)";
          set obj.http.Cache-Control = "no-store";
          set obj.http.X-Robots-Tag = "noindex";
          synthetic {interlude"\(String(decoding: bytes, as: UTF8.self))"interlude};
          return(deliver);
        }
        """
    }
    return """
      # \(pack.brand)'s error pages for Fastly, 2 of 2: a VCL snippet of type "error". Written by `interlude build`.
      #
      # Copy:     fastly vcl snippet create --name=interlude-fetch --type=fetch --content=fetch.vcl --version=latest \\
      #             --autoclone
      #           fastly vcl snippet create --name=interlude-error --type=error --content=error.vcl --version=latest
      # Reload:   fastly service-version activate --version=latest
      # Prove it: stop the application, then curl -i https://www.example.com/
      # Undo:     delete both snippets and activate. Pages are part of the snippet; after a new build, update it.
      # Sources:  https://www.fastly.com/documentation/reference/vcl/subroutines/error/
      #
      # HTML in one language. 401 and 407 are missing on purpose: clients that log in need the original answer.

      \(branches.lines)

      """
  }
}
