import Apache
import Checks
import Diagnostics
import Foundation
import ProxyConfig
import TestSupport
import Testing
import Trace

/// Lines that httpd refuses, and lines that only look so.
@Suite struct ReaderTests {
  static let refused = [
    "ErrorDocument 418 /x.html", "ErrorDocument 5xx /x.html", "ErrorDocument 502 503 /x.html",
    "ErrorDocument 503 /x.html # a note", "ErorDocument 503 /x.html", "ProxyErrorOverride Maybe",
    "ProxyErrorOverride On 200", "ProxyPass /api", "ProxyPass /api 127.0.0.1:9000", "Require all granted",
    "<Location /x>\nRequire all maybe\n</Location>", "<Location /x>\nRequire not ip 10.0.0.0/8\n</Location>",
    "RewriteRule ^/( /x", "RewriteRule ^/x /y [NOPE]", "Redirect 404 /x /y", "<Location /x>", "</Location>",
    "<Directory /x>\n</Location>\n</Directory>", "<LocationMatch \"(\">\n</LocationMatch>", "Options Nope",
    "<If \"%{REQUEST_URI} =~\">\n</If>", "Header sett X 1", "Include /nowhere/at/all.conf",
    "<Directory /x>\nListen 80\n</Directory>", "<IfModule mod_alias.c\n</IfModule>",
    "LoadModule mpm_event_module modules/mod_mpm_event.so\nWSGIScriptAlias / /srv/app.wsgi",
    "LoadModule mpm_event_module modules/mod_mpm_event.so\nProxyPass / http://127.0.0.1:9000/",
  ]
  static let taken = [
    "errordocument 503 /x.html", "ErrorDocument 503 \\\n  /x.html", "ErrorDocument 503 \"a text\"",
    "ErrorDocument 503 \"Sorry", "# a comment \\\nwith a second line", "IncludeOptional /nowhere/at/all.conf",
    "<IfModule !mod_alias.c>\nNonsense\n</IfModule>", "Define P /x\nErrorDocument 503 ${P}/y",
    "ErrorDocument 503 ${NOPE}/y", "ProxyPass /api http://127.0.0.1:9000/ retry=0 timeout=1",
    "RewriteCond %{REQUEST_URI} !^/x [NC,OR]\nRewriteRule ^/(.*)$ http://127.0.0.1:9000/$1 [P,L,QSA]",
    "<Location /x>\n<RequireAll>\nRequire all granted\nRequire not ip 10.0.0.0/8\n</RequireAll>\n</Location>",
    "Header always set X-A \"b\" \"expr=%{REQUEST_STATUS} in {'502','503'}\"", "RedirectMatch 404 \"^/[.]git\"",
    "<IfModule mod_alias.c> # 2.4\nAlias /x /y\n</IfModule>", "WSGIScriptAlias / /srv/app.wsgi",
    "LoadModule ssl_module modules/mod_ssl.so\nListen 443\nRewriteEngine on\nProxyPass / http://127.0.0.1:8000/ retry=0",
    "ProxyPass / ${BACKEND}/app", "<VirtualHost *:${PORT}>\nServerName a.example\n</VirtualHost>",
    "PassengerEnabled on\nSecRuleEngine DetectionOnly\n<Location /x>\nShibRequestSetting requireSession 1\n</Location>",
    "<Perl>\nuse Plack::Handler;\n</Perl>\nAlias /x /y",
  ]

  private static func problems(_ text: String) -> [Diagnostic] {
    let source = Source(name: "/etc/apache2/apache2.conf", text: text + "\n")
    return ApacheModel(ApacheReader.read(source, files: MemoryFiles())).report.sorted.filter { $0.severity == .error }
  }

  @Test(arguments: refused) func isRefused(_ text: String) {
    #expect(!Self.problems(text).isEmpty)
  }

  @Test(arguments: taken) func isTaken(_ text: String) {
    #expect(Self.problems(text).map(\.message) == [])
  }

  @Test("an include of another machine counts as empty, and is told") func includeElsewhere() {
    let text = "Include /opt/panel/conf/ssl.conf\nInclude /opt/panel/sites/*.conf\nErrorDocument 503 /x.html\n"
    let source = Source(name: "/work/site.conf", text: text)
    let elsewhere = ApacheReader.read(source, files: MemoryFiles(), isShown: { $0 == "/work" })
    #expect(elsewhere.report.sorted.map(\.id) == ["missing-include", "missing-include"])
    let here = ApacheReader.read(source, files: MemoryFiles())
    #expect(here.report.sorted.map(\.id) == ["unreadable-include", "unmatched-include"])
  }

  @Test("a variable of the environment is told once, as a note") func unsetVariable() {
    let text = "ServerName ${NAME}\nServerAlias www.${NAME}\n"
    let report = ApacheReader.read(Source(name: "/work/site.conf", text: text), files: MemoryFiles()).report
    #expect(report.sorted.map { "\($0.id) \($0.severity)" } == ["unset-variable info"])
  }

  @Test("a name that is nearly right is told") func nearest() {
    #expect(Self.problems("ErorDocument 503 /x.html").first?.help == "did you mean ErrorDocument?")
  }

  @Test(
    "a configuration is known by its name or its first line",
    arguments: ["httpd-vhost.conf", "htaccess", "wsgi-site", "indented-site"])
  func guess(_ name: String) throws {
    let url = PackageFolder.root.appending(path: "Tests/ApacheTests/Guessed/\(name)")
    #expect(ApacheProxy().likeness(of: "/x/\(name)", ConfigHead(Array(try Data(contentsOf: url)))) >= 1000)
  }
}

/// The configuration that Interlude itself ships for httpd is read, and brands every failure.
@Suite struct SnippetTests {
  @Test func isBranded() {
    var files = MemoryFiles()
    for code in [403, 404, 500, 502, 503, 504] { files.add("/srv/errors/\(code).html", Array("page".utf8)) }
    files.addDirectory("/var/www")
    let text = """
      Alias /_errors/ /srv/errors/
      <Directory /srv/errors>
        AllowOverride None
        Options None
        Require env REDIRECT_STATUS
      </Directory>
      ErrorDocument 502 /_errors/502.html
      ErrorDocument 503 /_errors/503.html
      ProxyErrorOverride On 502 503 504
      ProxyPass /_errors/ !
      ProxyPass / http://127.0.0.1:8080/
      """
    let model = ApacheModel(
      ApacheReader.read(Source(name: "/etc/apache2/apache2.conf", text: text), files: files))
    let tracer = ApacheTracer(model, files: files)
    let answers: [(Failure, Int, String)] = [
      (.refused, 503, "503"), (.timeout, 502, "502"), (.closed, 502, "502"), (.status(503), 503, "503"),
    ]
    for (failure, status, page) in answers {
      let outcome = tracer.trace(Request(host: "shop.example"), failures: Failures(everywhere: failure))
      #expect(outcome.status == status)
      #expect(outcome.body == .file("/srv/errors/\(page).html"))
    }
    // Nobody gets a page by its own address.
    let direct = tracer.trace(Request(host: "shop.example", target: "/_errors/502.html"), failures: Failures())
    #expect(direct.status == 403)
  }
}
