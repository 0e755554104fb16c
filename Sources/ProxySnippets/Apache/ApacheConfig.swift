internal import Content

/// The configuration for Apache 2.4: a file for a virtual host, two `.htaccess` files for hosts that give nothing else,
/// and an example.
///
/// An error document is an internal redirect to `/__interlude/502`. In the folder of the pages that address is rewritten
/// to a language and a format, so that the choice costs nothing while all is well.
struct ApacheConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files(
      "apache",
      [
        ("example.conf", example), ("htaccess/error-pages.htaccess", pagesHtaccess),
        ("htaccess/site.htaccess", siteHtaccess), ("interlude.conf", host),
      ] + (pack.isLive ? [("htaccess/error-pages-live.htaccess", liveHtaccess)] : []))
  }

  private static let prefix = "/__interlude"
  private static let folder = "/etc/apache2/interlude"

  /// Codes that Apache has a name for (`ap_status_lines` in modules/http/http_protocol.c); any other in ErrorDocument is
  /// an error of configuration.
  private static let known: Set = Set(400...417).union([421, 422, 423, 424, 425, 426, 428, 429, 431, 451])
    .union(500...508).union([510, 511])

  private var optional: [Pack.Page] { pack.optionalPages.filter { Self.known.contains($0.code) } }

  private var outageCodes: String { pack.outagePages.map { String($0.code) }.joined(separator: " ") }

  private func document(_ page: Pack.Page, prefix: String) -> String {
    "ErrorDocument \(page.code) \(prefix)/\(page.code)"
  }

  private var host: String {
    """
    # \(pack.brand)'s error pages for an Apache 2.4 virtual host. Written by `interlude build`; edit content/ and build again.
    #
    # Copy:     sudo cp -r error-pages \(Pack.folder)
    #           sudo cp -r error-pages/config/apache \(Self.folder)
    # Modules:  sudo a2enmod headers rewrite\(pack.isLive ? " include unique_id" : "       ") (alias, mime and setenvif are on already)
    # Include:  in <VirtualHost>, before every other ProxyPass:
    #             Include \(Self.folder)/interlude.conf
    # Reload:   sudo apache2ctl configtest && sudo systemctl reload apache2
    #           Apache does not look whether the pages are there. The next step does.
    # Prove it: stop the application, then
    #             curl -i -H 'Accept: text/html' http://www.example.com/       the page, with its status
    #             curl -i http://www.example.com/                              the same as text
    # Undo:     delete the Include line and reload.
    #
    # Limits: Apache answers 502 when an application hangs; 504 is only seen with FastCGI and AJP. Bytes that are no HTTP
    # are relayed as an answer in HTTP/0.9. A RewriteRule of your own for everything needs
    # `RewriteCond %{REQUEST_URI} !^\(Self.prefix)/` before it.

    Alias "\(Self.prefix)/" "\(Pack.folder)/"
    <IfModule proxy_module>
        # Not from the application that has just failed. Only works before a ProxyPass for /.
        ProxyPass "\(Self.prefix)/" "!"
        # The application's own answers that mean that the site cannot answer. In a <Location> whose clients read the body
        # of an error, such as an API, write `ProxyErrorOverride Off`.
        ProxyErrorOverride On \(outageCodes)
    </IfModule>

    # The site cannot answer. The address starts with a slash: without one it would be shown as a text, and a whole URL
    # would become a redirect.
    \(pack.outagePages.map { document($0, prefix: Self.prefix) }.lines)

    # Errors of single requests are left to your application. Take away a # to brand those that Apache makes itself; add
    # the code to ProxyErrorOverride above to replace the application's own, too.
    # 401 and 407 are missing on purpose: clients that log in need the original answer.
    \(optional.map { "#" + document($0, prefix: Self.prefix) }.lines)

    <Directory "\(Pack.folder)">
        AllowOverride None
        Options FollowSymLinks\(pack.isLive ? " IncludesNOEXEC" : "")
        # What the site allows or forbids has been decided for the original request; the page is for everybody.
        Require all granted
    \(pageRules(indent: "    ", isLive: pack.isLive).lines)
    </Directory>

    """
  }

  private var siteHtaccess: String {
    """
    # \(pack.brand)'s error pages, for the .htaccess in the site's top folder. Written by `interlude build`.
    #
    # For hosting that gives you no configuration of your own. It needs `AllowOverride FileInfo` there, as most have it;
    # with AllowOverride None it is ignored, with less every page answers 500.
    #
    # Copy:     the folder error-pages to the site's top folder, and in it
    #             config/apache/htaccess/error-pages.htaccess as error-pages/.htaccess
    # Include:  add these lines to the .htaccess of the top folder.
    # Prove it: curl -i https://www.example.com/error-pages/404        404 and never 200, also for error-pages/en/404.html
    # Undo:     delete the lines and the folder.

    \(pack.outagePages.map { document($0, prefix: "/error-pages") }.lines)

    # Take away a # for each code that the site's own programs have no page for.
    \(optional.map { "#" + document($0, prefix: "/error-pages") }.lines)

    """
  }

  private var pagesHtaccess: String {
    """
    # Chooses the language and the format of \(pack.brand)'s error pages; see site.htaccess. Written by `interlude build`.

    \(pageRules(indent: "", isLive: false).lines)

    """
  }

  private var liveHtaccess: String {
    """
    # In place of error-pages.htaccess, where your hosting has mod_include and the site's folder `AllowOverride All` (or at
    # least `FileInfo Limit Options=IncludesNOEXEC,FollowSymLinks`); with less, every page answers 500. Written by `interlude build`.

    Options FollowSymLinks IncludesNOEXEC
    \(pageRules(indent: "", isLive: true).lines)

    """
  }

  private var example: String {
    """
    # A virtual host with \(pack.brand)'s error pages in front of an application on port 8080.

    <VirtualHost *:80>
        ServerName www.example.com

        Include \(Self.folder)/interlude.conf

        # Programs read the bodies of errors; leave them as they are.
        <Location "/api/">
            ProxyErrorOverride Off
        </Location>

        # With a time limit the visitor gets the page for 502 instead of waiting for Timeout, 60 seconds by default.
        ProxyPass "/" "http://127.0.0.1:8080/" timeout=30
        ProxyPassReverse "/" "http://127.0.0.1:8080/"
    </VirtualHost>

    """
  }
}
