import Content
import Diagnostics
import Foundation
import Testing

@testable import DevServer

@Suite("Routes")
struct RouterTests {
  private static let policy = "default-src 'none'; script-src 'self'; connect-src 'self'"

  private static let files: [(String, String)] = {
    var files = [
      ("site/_headers", "/*\n  Content-Security-Policy: \(policy)\n  Referrer-Policy: no-referrer\n"),
      ("site/index.html", "<html><head></head>home</html>"), ("site/404.html", "<head></head>not here"),
      ("site/de/404.html", "<head></head>nicht da"), ("site/codes/502/index.html", "<head></head>502"),
      ("site/assets/site.css", "a{}"), ("site/tags/größe/index.html", "<head></head>g"),
      ("error-pages/manifest.json", #"{"version":1,"codes":[407,502],"languages":["en","pt-BR","zh-Hans"]}"#),
    ]
    for language in ["en", "pt-BR", "zh-Hans"] {
      for code in [407, 502] {
        for format in ["html", "json", "txt", "xml"] {
          let page =
            "<head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;\"></head>"
          files.append(("error-pages/\(language)/\(code).\(format)", format == "html" ? page : "\(language) \(format)"))
        }
        let head = "HTTP/1.1 \(code) Reason of \(code)\r\nContent-Language: \(language)\r\nCache-Control: no-store\r\n"
        files.append(("error-pages/\(language)/\(code).http", head + "Retry-After: 30\r\n\r\n<p>X-Fake: 1"))
      }
    }
    return files
  }()

  private static func router(_ files: [(String, String)]? = files, _ report: Report = Report()) async throws -> Router {
    let preview = Preview(run: "test")
    let pages = files.map { PagesInMemory($0.map { OutputFile(path: $0, text: $1) }) }
    await preview.take(DevServer.Outcome(pages: pages, report: report, hasChanged: true))
    let host = try #require(ListenHost("127.0.0.1"))
    return Router(hosts: HostCheck(asked: "127.0.0.1", host: host), preview: preview)
  }

  private func get(
    _ target: String, _ fields: [(String, String)] = [], method: String = "GET", router: Router? = nil
  ) async throws -> Response {
    let router = if let router { router } else { try await Self.router() }
    return await router.answer(Request(method, target, fields: [("Host", "localhost")] + fields))
  }

  private func text(_ response: Response) -> String {
    if case .bytes(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "a stream" }
  }

  @Test("a page comes with the reloading script and the site's policy; the file itself has neither")
  func page() async throws {
    let response = try await get("/")
    #expect(response.status == 200)
    #expect(response.value("content-type") == "text/html; charset=utf-8")
    #expect(response.value("content-security-policy") == Self.policy)
    #expect(response.value("referrer-policy") == "no-referrer")
    let script = "<script src=\"/__interlude/reload.js\" data-generation=\"test-1\" defer></script></head>"
    #expect(text(response) == "<html><head>\(script)home</html>")
    #expect(text(try await get("/assets/site.css")) == "a{}")
  }

  @Test(
    "addresses lead to files, as on a host of static files",
    arguments: [
      ("/index.html", 200), ("/codes/502/", 200), ("/codes/502/index.html", 200), ("/tags/gr%C3%B6%C3%9Fe/", 200),
      ("/codes/502", 301), ("/nowhere", 404), ("/codes/", 404), ("/../x", 400), ("/__interlude/reload.js", 200),
      ("/__interlude/preview.css", 200), ("/__interlude/other", 404), ("/__errors", 301), ("/__errors/", 200),
      ("/error-pages/manifest.json", 404), ("/_headers", 404),
    ])
  func addresses(_ target: String, _ status: Int) async throws {
    #expect(try await get(target).status == status)
  }

  @Test("a folder without its slash is a redirect that stays on this host")
  func redirect() async throws {
    #expect(try await get("/tags/gr%C3%B6%C3%9Fe?a=b").value("location") == "/tags/gr%C3%B6%C3%9Fe/?a=b")
  }

  @Test("what is missing gets the site's own page, in the language of the address")
  func missing() async throws {
    #expect(text(try await get("/x/y")).hasSuffix("not here"))
    #expect(text(try await get("/de/x")).hasSuffix("nicht da"))
  }

  @Test("a browser that has the bytes gets 304; a build that changes them changes the tag")
  func conditional() async throws {
    let tag = try #require(try await get("/assets/site.css").value("etag"))
    let again = try await get("/assets/site.css", [("If-None-Match", "\"x\", W/\(tag)")])
    #expect(again.status == 304 && text(again).isEmpty && again.value("etag") == tag)
    let head = String(decoding: again.head(keepsConnection: true), as: UTF8.self)
    #expect(!head.contains("Content-Length") && !head.contains("Content-Type:"))
    var files = Self.files
    files.removeAll { $0.0 == "site/assets/site.css" }
    let other = try await Self.router(files + [("site/assets/site.css", "b{}")])
    #expect(try await get("/assets/site.css", [("If-None-Match", tag)], router: other).status == 200)
  }

  @Test("only reading is allowed", arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT"])
  func methods(_ method: String) async throws {
    let response = try await get("/", method: method)
    #expect(response.status == 405 && response.value("allow") == "GET, HEAD")
  }

  @Test(
    "an error page has its status, and the language and format that were asked for",
    arguments: [
      ("", "", "en", "text/plain; charset=utf-8"), ("pt", "text/html", "pt-BR", "text/html; charset=utf-8"),
      ("de, pt-PT;q=0.8, en;q=0.5", "application/json", "pt-BR", "application/problem+json"),
      ("zh-CN", "application/xml;q=0.9, text/html;q=0.1", "zh-Hans", "application/problem+xml"),
      ("en;q=0.1, zh;q=0.2", "*/*", "zh-Hans", "text/plain; charset=utf-8"),
      ("fr", "image/png", "en", "text/plain; charset=utf-8"),
      ("pt;q=0, en", "text/html;q=0", "en", "text/plain; charset=utf-8"),
    ])
  func negotiation(_ languages: String, _ types: String, _ language: String, _ type: String) async throws {
    let response = try await get("/__errors/502", [("Accept-Language", languages), ("Accept", types)])
    #expect(response.status == 502)
    #expect(response.reason == "Reason of 502")
    #expect(response.value("content-language") == language)
    #expect(response.value("content-type") == type)
    #expect(response.value("retry-after") == "30")
    #expect(response.value("cache-control") == "no-store")
    #expect(response.value("vary") == "Accept, Accept-Language")
    #expect(response.value("x-fake") == nil)
  }

  @Test("language and format can be fixed")
  func fixed() async throws {
    #expect(text(try await get("/__errors/pt-BR/502.json")) == "pt-BR json")
    #expect(text(try await get("/__errors/502.xml", [("Accept-Language", "zh")])) == "zh-Hans xml")
    #expect(try await get("/__errors/407?status=200").status == 200)
    for target in ["/__errors/503", "/__errors/xx/502", "/__errors/502.pdf", "/__errors/502.http", "/__errors/x"] {
      #expect(try await get(target).status == 404, "\(target)")
    }
  }

  @Test("an error page's own policy lets the reloading script in, and nothing else")
  func errorPolicy() async throws {
    let page = text(try await get("/__errors/en/502.html"))
    #expect(
      page.contains(
        "content=\"default-src &#39;none&#39;; script-src &#39;self&#39;; connect-src &#39;self&#39;\"><script src="))
  }

  @Test("until a build succeeds, every page says what is wrong")
  func waiting() async throws {
    let problem = Diagnostic("x", "the <b> is wrong", at: Place(file: "content/site.yaml"))
    let router = try await Self.router(nil, Report([problem]))
    for target in ["/", "/codes/502/", "/__errors/502"] {
      let response = try await get(target, router: router)
      #expect(response.status == 503)
      #expect(
        text(response).contains("error: the &lt;b&gt; is wrong [x]") && text(response).contains("content/site.yaml:1:1")
      )
    }
    #expect(try await get("/__interlude/reload.js", router: router).status == 200)
  }

  @Test(
    "a policy is widened by what the script needs",
    arguments: [
      ("default-src 'none'", "default-src 'none'; script-src 'self'; connect-src 'self'"),
      ("script-src 'self' x.example", "script-src 'self' x.example"),
      ("script-src 'none'; connect-src 'none'", "script-src 'self'; connect-src 'self'"),
      ("default-src a.example", "default-src a.example; script-src a.example 'self'; connect-src a.example 'self'"),
      ("img-src *", "img-src *"), ("", ""),
    ])
  func policies(_ policy: String, _ widened: String) {
    #expect(LivePolicy.allowing(policy) == widened)
  }
}
