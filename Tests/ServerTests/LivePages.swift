import Foundation
import TestSupport
import Testing

/// Pages that a proxy fills in: the rows are there with the proxy's own values, and nothing that came with a request
/// shows in a page, whatever a visitor puts there.
struct LivePages {
  let server: String
  let port: UInt16
  let status: Int

  private static let attack = "\"><script>alert(1)</script>"

  func expectRows() async throws {
    let first = try await page(["Accept": "text/html"])
    let second = try await page(["Accept": "text/html", "Accept-Language": "de"])
    let references = [first.row("Reference"), second.row("Referenz")]
    for reference in references {
      #expect(
        reference?.wholeMatch(of: /[0-9A-Za-z@_-]{1,40}/) != nil, "\(server): reference \(reference ?? "missing")")
    }
    #expect(references[0] != references[1], "\(server): two requests have the same reference")
    #expect(first.row("This site") == "localhost", "\(server): host \(first.row("This site") ?? "missing")")
    let time = first.row("Time") ?? ""
    let year = String(Calendar(identifier: .gregorian).component(.year, from: .now))
    #expect(time.contains(year) && time.contains(/\d\d:\d\d:\d\d (?:UTC|GMT)$/), "\(server): time “\(time)”")
    print("\(server) fills in: \(references[0] ?? ""), \(time), \(first.row("This site") ?? "")")

    try await expectNothingOfTheVisitor()

    // Programs are not concerned.
    let json = try await Exchange.make("GET", "/refused", port: port, headers: ["Accept": "application/json"])
    #expect(json.status == status && json.value("content-type") == "application/problem+json")
    #expect((try? JSONSerialization.jsonObject(with: Data(json.body))) != nil, "\(server): JSON that is none")
    let head = try await Exchange.make("HEAD", "/refused", port: port, headers: ["Accept": "text/html"])
    #expect(head.status == status && head.body.isEmpty)
  }

  /// In the address, the host, and every field that some software takes a reference from.
  private func expectNothingOfTheVisitor() async throws {
    let names = [
      "X-Request-ID", "Unique-Id", "UNIQUE_ID", "X-Unique-Id", "Request-Id", "X-Correlation-ID", "Interlude-Host",
    ]
    var fields = ["Accept": "text/html"]
    for name in names { fields[name] = Self.attack }
    let page = try await page(fields, target: "/refused/<script>alert(1)</script>?q=<script>alert(1)</script>")
    #expect(!page.text.contains("alert(1)"), "\(server): shows what came with the request")
    #expect(page.row("Reference")?.contains("<") == false)
    for host in [
      "<script>alert(1)</script>", "a\"onload=alert(1)", "localhost<b>", "<!--#echo var=\"HTTP_X_REQUEST_ID\"-->",
    ] {
      // A host like these may also be refused as such, with 400 or another page.
      let answer = try await Exchange.make(
        "GET", "/refused", port: port, headers: ["Accept": "text/html", "Host": host, "X-Request-ID": Self.attack])
      let text = String(decoding: answer.body, as: UTF8.self)
      #expect(answer.status >= 400 && !text.contains("alert(1)"), "\(server): \(host) shows")
      #expect(!text.contains("localhost<b>"), "\(server): \(host) shows")
      if answer.status == status, text.contains("<main") {
        #expect(Page(text: text).row("This site") == nil, "\(server): a row for the host \(host)")
      }
    }
  }

  private func page(_ headers: [String: String], target: String = "/refused/deep") async throws -> Page {
    let answer = try await Exchange.make("GET", target, port: port, headers: headers)
    #expect(answer.status == status, "\(server): \(answer.status) instead of \(status)")
    #expect(answer.value("content-type")?.lowercased() == "text/html; charset=utf-8")
    #expect(answer.values("cache-control") == ["no-store"] && answer.value("etag") == nil)
    let page = Page(text: String(decoding: answer.body, as: UTF8.self))
    #expect(page.text.hasSuffix("</html>\n") || page.text.hasSuffix("</html>"), "\(server): the page is cut off")
    for mark in ["<!--#", "{{", "%["] { #expect(!page.text.contains(mark), "\(server): \(mark) is left") }
    return page
  }

  private struct Page {
    let text: String

    /// The value of a row of the small print.
    func row(_ label: String) -> String? {
      let parts = text.components(separatedBy: "<dt>\(label)</dt><dd dir=\"ltr\">")
      return parts.count == 2 ? parts[1].components(separatedBy: "</dd>")[0] : nil
    }
  }
}
