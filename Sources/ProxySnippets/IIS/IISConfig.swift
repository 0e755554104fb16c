internal import Content
internal import Escaping

/// A `web.config` for IIS 8 and later.
struct IISConfig {
  let pack: Pack

  init(_ pack: Pack) {
    self.pack = pack
  }

  var files: [OutputFile] {
    ProxySnippets.files("iis", [("web.config", configuration)])
  }

  /// For a comment, which two hyphens would end (XML 1.0, section 2.5).
  private var brand: String { XML.escape(pack.brand).replacing("-", with: "\u{2010}") }

  private var configuration: String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <!--
      \(brand)'s error pages for IIS 8 and later. Written by `interlude build`; edit content/ and build again.

      Copy:     the folder error-pages into the site's top folder.
      Include:  this file there, or its parts in the web.config that is there already. A path has to be relative to the
                site: an absolute one is refused unless the server allows it (allowAbsolutePathsWhenDelegated).
      Reload:   IIS sees the change.
      Prove it: stop the application, then
                  curl.exe -i http://www.example.com/                     502 or 503, and the page
                  curl.exe -i http://www.example.com/error-pages/\(pack.defaultLanguage)/502.html      404 and never 200
      Undo:     delete httpErrors and hiddenSegments.
      Sources:  https://learn.microsoft.com/iis/configuration/system.webserver/httperrors/

      HTML in one language: httpErrors cannot look at Accept, and knows Accept-Language only for folders named as the
      visitor's browser writes it. 401 and 407 are missing on purpose: clients that log in need the original answer. IIS
      adds no Retry-After.
    -->
    <configuration>
      <system.webServer>
        <!-- Auto brands what IIS and Application Request Routing say themselves, such as 502.3 for an application that is
             not running, and lets the application's own answers pass. Replace would take the bodies of all codes, also
             of 401 and 404 and of an API's errors, and put the server's default pages in their place. -->
        <httpErrors errorMode="Custom" existingResponse="Auto">
    \(pack.outagePages.map(entry).lines)
        </httpErrors>
        <security>
          <requestFiltering>
            <!-- A direct request gets 404: a page is never seen with status 200. -->
            <hiddenSegments>
              <add segment="error-pages" />
            </hiddenSegments>
          </requestFiltering>
        </security>
      </system.webServer>
    </configuration>

    """
  }

  /// The code has to be taken out of the server's own list first; it may stand there only once.
  private func entry(_ page: Pack.Page) -> String {
    """
          <remove statusCode="\(page.code)" subStatusCode="-1" />
          <error statusCode="\(page.code)" path="error-pages\\\(pack.defaultLanguage)\\\(page.code).html" responseMode="File" />
    """
  }
}
