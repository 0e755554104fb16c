import Escaping
import Foundation
import Testing
import Theme

@testable import Content
@testable import ErrorPages

/// The forms of a page for programs and proxies, and the list of them all.
@Suite("Formats")
struct FormatTests {
  @Test("problem details carry type, title, status, detail and help")
  func problem() async throws {
    let pack = await SamplePack.starter.value
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(pack.text("en/502.json").utf8)) as? [String: Any])
    #expect(object["type"] as? String == "https://help.example.com/codes/502/")
    #expect(object["title"] as? String == "Bad Gateway")
    #expect(object["status"] as? Int == 502)
    #expect((object["detail"] as? String)?.isEmpty == false)
    #expect((object["help"] as? String)?.hasPrefix("https://help.example.com/articles/") == true)
  }

  @Test("text has the code, one sentence and where to read on")
  func text() async {
    let pack = await SamplePack.starter.value
    let lines = pack.text("en/503.txt").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "503 Service Unavailable")
    #expect(lines.count == 5 && lines[2].hasPrefix("More about this error: https://") && lines[4].isEmpty)
  }

  @Test("XML is well-formed and in the namespace of RFC 9457")
  func xml() async throws {
    let pack = await SamplePack.starter.value
    #expect(pack.text("en/502.xml").contains("<problem xmlns=\"urn:ietf:rfc:7807\">"))
    #expect(pack.text("en/502.xml").contains("<status>502</status>"))
  }

  @Test("a response file is a response with CRLF, the right length and the page as its body")
  func response() async throws {
    let pack = await SamplePack.starter.value
    let text = pack.text("en/503.http")
    let parts = text.components(separatedBy: "\r\n\r\n")
    #expect(parts.count == 2 && parts[1] == pack.text("en/503.html"))
    let head = parts[0].components(separatedBy: "\r\n")
    #expect(!parts[0].replacing("\r\n", with: "").contains("\n"))
    #expect(head[0] == "HTTP/1.1 503 Service Unavailable")
    #expect(head.contains("Content-Length: \(parts[1].utf8.count)"))
    for field in [
      "Content-Type: text/html; charset=utf-8", "Cache-Control: no-store", "X-Robots-Tag: noindex", "Retry-After: 60",
      "Content-Language: en",
    ] { #expect(head.contains(field), "\(field)") }
    #expect(!pack.text("en/404.http").contains("Retry-After"))
  }

  @Test("the manifest lists every file with its size and digest, in a stable order")
  func manifest() async throws {
    let pack = await SamplePack(SamplePack.twoLanguages("de", "ltr"))
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(pack.text("manifest.json").utf8)) as? [String: Any])
    let general = try #require(object["general"] as? [[String: Any]])
    let entries = try #require(object["files"] as? [[String: Any]]) + general
    #expect(Set(general.compactMap { $0["name"] as? String }) == ["4xx", "5xx", "maintenance"])
    #expect(object["languages"] as? [String] == ["en", "de"])
    #expect(entries.count == pack.files.count - 1)
    #expect(entries.first?["file"] as? String == "de/400.html")
    for entry in entries {
      let path = try #require(entry["file"] as? String)
      let file = try #require(pack.files.first { $0.path == "error-pages/\(path)" })
      #expect(entry["bytes"] as? Int == file.bytes.count)
      #expect(entry["sha256"] as? String == Fingerprint(file.bytes).hex)
      #expect(entry["class"] is String)
      #expect((entry["gzip"] as? Int != nil) == (path.hasSuffix(".html") && !path.hasSuffix(".nano.html")))
    }
  }

  @Test("the manifest's schema names exactly its members")
  func schema() async throws {
    let pack = await SamplePack.starter.value
    let schema = try #require(
      JSONSerialization.jsonObject(with: Data(Manifest.schema.serialized().utf8)) as? [String: Any])
    let manifest = try #require(
      JSONSerialization.jsonObject(with: Data(pack.text("manifest.json").utf8)) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    #expect(Set(properties.keys) == Set(manifest.keys))
    let entry = try #require((manifest["files"] as? [[String: Any]])?.first)
    let items = try #require(properties["files"]?["items"] as? [String: Any])
    #expect(Set((items["properties"] as? [String: Any] ?? [:]).keys) == Set(entry.keys))
  }
}
