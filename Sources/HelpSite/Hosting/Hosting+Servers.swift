internal import Escaping

extension Hosting {
  /// For a `server` block of nginx.
  var nginx: String {
    let fields = headers.map { "add_header \($0.name) \"\($0.value)\" always;" }
    let redirects = moves.flatMap { move -> [String] in
      // nginx compares decoded addresses and has no escape for "$"; such an address keeps its stub page.
      guard let old = ConfigText.nginx(move.old), let slashed = ConfigText.nginx(move.old + "/"),
        let new = ConfigText.nginx(move.new)
      else { return [] }
      let one = "location = \(old) { return 301 \(new); }"
      return move.isPage ? [one, "location = \(slashed) { return 301 \(new); }"] : [one]
    }
    return """
      # Headers, the page for missing pages and old addresses of the help site. Written by `interlude build`.
      # Include it in the server block that has the site as its root. A location with an add_header of its own inherits
      # none of these; repeat them there.

      \(fields.joined(separator: "\n"))
      \(ConfigText.nginx(root + "404.html").map { "error_page 404 \($0);" } ?? "")
      absolute_redirect off;
      charset utf-8;

      \(redirects.joined(separator: "\n"))

      """
  }

  /// For a `VirtualHost` or `.htaccess` of Apache httpd.
  var apache: String {
    let fields = headers.map { "Header always set \($0.name) \"\($0.value)\"" }
    let redirects = moves.map { move in
      "RedirectMatch 301 \"^\(Self.pattern(move.old))\(move.isPage ? "/?" : "")$\" \"\(move.new.replacing("$", with: "\\$"))\""
    }
    return """
      # Headers, the page for missing pages and old addresses of the help site. Written by `interlude build`.
      # Include it in the site's VirtualHost, or put it into a .htaccess in its folder. Needs mod_headers and mod_alias.

      \(fields.joined(separator: "\n"))
      ErrorDocument 404 \(root)404.html
      DirectoryIndex index.html
      AddDefaultCharset utf-8

      \(redirects.joined(separator: "\n"))

      """
  }

  /// For a site block of Caddy.
  var caddy: String {
    let fields = headers.map { "\t\t\($0.name) \(ConfigText.caddy($0.value))" }
    let redirects = moves.flatMap { move in
      (move.isPage ? [move.old, move.old + "/"] : [move.old])
        .map { "\tredir \(ConfigText.caddy($0)) \(ConfigText.caddy(move.new)) 301" }
    }
    return """
      # Headers, the page for missing pages and old addresses of the help site. Written by `interlude build`.
      #
      #   import site.caddy
      #   help.example.com {
      #   	root * /srv/site
      #   	import interlude_site
      #   	file_server
      #   }

      (interlude_site) {
      	header {
      \(fields.joined(separator: "\n"))
      	}
      \(redirects.joined(separator: "\n"))
      	handle_errors {
      		@missing expression `{err.status_code} == 404`
      		handle @missing {
      			rewrite * \(ConfigText.caddy(root + "404.html"))
      			file_server
      		}
      	}
      }

      """
  }

  /// A path as a regular expression that matches it alone.
  private static func pattern(_ path: String) -> String {
    var pattern = ""
    for character in path {
      if "\\^$.|?*+()[]{}\"".contains(character) { pattern += "\\" }
      pattern.append(character)
    }
    return pattern
  }
}
