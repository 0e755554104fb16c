import Diagnostics
import ProxyConfig
import Testing

@testable import Checks

/// What to do with a place that no request gets to.
@Suite("Places that nobody gets to")
struct UnreachedPlaceTests {
  private static func help(_ server: String) -> [String] {
    let text = "events {}\nhttp {\n  server {\n    listen 80;\n    \(server)\n  }\n}\n"
    let project = NginxProject("nginx.conf", .init(files: MemoryFiles(["nginx.conf": text])))
    return Checker.check(project).sorted.filter { $0.id == "unreached-location" }.compactMap(\.help)
  }

  @Test("one behind the server's own answer is not to be taken out, but the answer is to be put into a location")
  func answeredBefore() {
    let location = "location /register { proxy_pass http://127.0.0.1:8080; }"
    #expect(
      Self.help(location + " return 404;") == [
        "put the server's own \"return\" into location / { … }, as it comes before all locations"
      ])
    #expect(Self.help(location + " location / { return 404; }") == [])
    #expect(
      Self.help("location /register { return 410; proxy_pass http://127.0.0.1:8080; }") == [
        "take it out if nobody needs it"
      ])
  }

  @Test("an expression is reached by more than the path that an exact location takes")
  func besideAnExactLocation() {
    let redirect = "location = /mail { return 301 /mail/; }"
    #expect(Self.help("\(redirect) location ~ ^/mail { proxy_pass http://127.0.0.1:8025; }") == [])
    #expect(
      Self.help("\(redirect) location ~ ^/mail$ { proxy_pass http://127.0.0.1:8025; }") == [
        "take it out if nobody needs it"
      ])
  }

  @Test("an auth service is asked, also where it stands before files alone")
  func authService() {
    let service = "location = /auth { internal; proxy_pass http://127.0.0.1:9000; }"
    #expect(Self.help("location / { auth_request /auth; root /srv/www; } \(service)") == [])
    #expect(Self.help("location / { root /srv/www; } \(service)") == ["take it out if nobody needs it"])
  }
}
