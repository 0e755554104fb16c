import ProxyConfig
import TestSupport
import Trace

/// What the real Caddy answered, as it is kept.
extension CaddyJudge {
  /// What all random cases of a release share.
  static func recording(_ release: CaddyRelease, _ upstreams: FakeUpstreams) -> Recording {
    var recording = Recording(server: "caddy \(release.rawValue)", folder: "/recorded")
    recording.directory = "/"
    recording.upstreams = upstreams.ports.map { "127.0.0.1:\($0.port)=\($0.failure.name)" }
    recording.environment = RandomCaddyfile.environment(root: recording.folder)
    recording.files = files
    return recording
  }

  static func recorded(
    _ name: String, _ text: String, _ answers: [(Request, RealCaddy.Answer)]
  ) -> Recording.Configuration {
    var configuration = Recording.Configuration(name: name, text: text)
    for (request, answer) in answers {
      let headers = request.headers.filter { $0.name != "Host" }.map { ($0.name, $0.value) }
      let url = "\(request.scheme.rawValue)://\(request.host):\(request.port)\(request.target.string)"
      configuration.answers.append(
        Recording.Answer(
          request: Recording.Answer.request(request.method, url, headers: headers, bodyLength: request.bodyLength),
          status: answer.status, body: answer.kind(request.method), location: answer.header("location")))
    }
    return configuration
  }
}

extension RealCaddy.Answer {
  /// The kind of body, told from its bytes alone.
  fileprivate func kind(_ method: String) -> String {
    if status == 0 { return "none" }
    if method == "HEAD" { return "head" }
    if body.isEmpty { return "none" }
    let text = String(decoding: body, as: UTF8.self)
    if text == "this is no HTTP at all\r\n\r\n" { return "raw" }
    if text.hasPrefix("upstream says ") { return "upstream" }
    if let path = CaddyJudge.files.first(where: { $0.value == text })?.key { return "file:\(path)" }
    let range = header("content-range") ?? text
    let parts = CaddyJudge.files.filter { range.contains("/\($0.value.utf8.count)") && $0.value.contains(text) }
    if header("content-range") != nil || status == 206, parts.count == 1, let path = parts.first?.key {
      return "part:\(path)"
    }
    // Go's words for a redirect and for a range, and Caddy's list of a folder.
    let isBuiltIn =
      ["<a href=", "<!DOCTYPE html>", "invalid range", "Client sent an HTTP request"]
      .contains(where: text.hasPrefix) && !text.contains("<title>Redirecting")
    return isBuiltIn ? "builtin" : "text:\(text)"
  }
}
