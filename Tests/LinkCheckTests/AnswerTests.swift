import Content
import Testing

@testable import LinkCheck

@Suite("What came of asking for an address")
struct AnswerTests {
  @Test("the last of several heads counts, and announcements do not")
  func heads() {
    let plain = Answer(heads: "HTTP/2 103 \r\nlink: </a>\r\n\r\nHTTP/2 200 \r\nserver: x\r\n\r\n\nhttps://a.net/")
    #expect(plain == .status(200) && plain.isGood)
    let gone = Answer(heads: "HTTP/1.1 404 Not Found\r\n\r\n\nhttps://a.net/")
    #expect(gone == .status(404) && gone.isOfMethod && !gone.isPassing)
    let busy = Answer(heads: "HTTP/1.1 503 x\r\nRetry-After: 7\r\n\r\n\nhttps://a.net/")
    #expect(busy == .status(503, retryAfter: 7) && busy.isPassing)
  }

  @Test("a page has moved for good only if every redirect says so")
  func moved() {
    func answer(_ codes: Int...) -> Answer {
      Answer(heads: codes.map { "HTTP/1.1 \($0) x\r\nlocation: /b\r\n\r\n" }.joined() + "\nhttps://a.net/b")
    }
    #expect(answer(301, 308, 200) == .status(200, moved: "https://a.net/b"))
    #expect(answer(301, 302, 200) == .status(200))
    #expect(answer(301, 404) == .status(404, moved: "https://a.net/b"))
  }

  @Test("hosts are told without port, user and case; samples lead nowhere")
  func addresses() {
    #expect(WebAddress.host(of: "https://user@Docs.Site.NET:8443/a#b") == "docs.site.net")
    #expect(WebAddress.host(of: "http://[::1]:80/") == "[::1]" && WebAddress.host(of: "mailto:a@b") == "")
    #expect(WebAddress.isSample("https://www.example.com/x") && WebAddress.isSample("http://a.test"))
    #expect(WebAddress.isSample("http://localhost:3000/") && !WebAddress.isSample("https://notexample.com/"))
    #expect(WebAddress.parts("https://a.net/b?c#d") == ("https://a.net/b?c", "#d"))
  }
}
