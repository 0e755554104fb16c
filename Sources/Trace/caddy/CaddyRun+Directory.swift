import Diagnostics
import ProxyConfig

/// What `file_server` does besides sending a file: it redirects to the canonical path and lists directories.
extension CaddyRun {
  /// Redirects to the path with, or without, a slash at its end; true when it does.
  func redirectToCanonical(_ isIndex: Bool, _ place: Place?, _ sink: CaddyResponseWriter) throws(CaddyInterruption)
    -> Bool
  {
    guard isOwnName else { return false }
    var target: ByteText
    if isIndex, !original.path.hasSuffix("/") {
      target = original.path + "/"
    } else if !isIndex, original.path.hasSuffix("/") {
      target = original.path.withoutEnd(1)
    } else {
      return false
    }
    try redirect(to: target, place, sink)
    return true
  }

  /// Whether the file that is looked for is named like the one that was asked for.
  private var isOwnName: Bool {
    CaddyPath.haveSameBase(original.path, url.path) ?? (CaddyPath.base(original.path) == CaddyPath.base(url.path))
  }

  private func redirect(to target: ByteText, _ place: Place?, _ sink: CaddyResponseWriter) throws(CaddyInterruption) {
    var target = target
    while target.hasPrefix("//") { target = target.from(1) }
    if release.isModern, !url.query.isEmpty { target += ByteText("?") + url.query }
    tell("the canonical path is \(target), so Caddy redirects with 308", place)
    let (path, query) = target.cut("?").map { ($0.before, "?" + $0.after) } ?? (target, "")
    var cleaned = CaddyPath.clean(path)
    if path.hasSuffix("/"), !cleaned.hasSuffix("/") { cleaned += ByteText("/") }
    client.headers.set("Location", Self.escapeBeyondASCII(cleaned + query))
    let hadType = client.headers.values("Content-Type") != nil
    if !hadType, method == "GET" || method == "HEAD" { client.headers.set("Content-Type", "text/html; charset=utf-8") }
    try sink.writeHeader(308)
    if !hadType, method == "GET" { try sink.write(.builtin("Permanent Redirect")) }
  }

  static func escapeBeyondASCII(_ text: ByteText) -> ByteText {
    if text.isWatched, text.isASCII { return text }
    var result = ByteText()
    for byte in text {
      if byte < 0x80 { result.append(byte) } else { result += ByteText("%" + String(byte, radix: 16)) }
    }
    return result
  }

  /// Lists a directory (`browse.go`): 200, whatever the method and whatever error is being handled.
  func list(_ directory: ByteText, _ place: Place?, _ sink: CaddyResponseWriter) throws(CaddyInterruption) {
    if url.path.isEmpty || isOwnName, !original.path.hasSuffix("/") {
      return try redirect(to: original.path + "/", place, sink)
    }
    if release.isModern, requestHeaders.values("If-Modified-Since") != nil {
      throw .unknown("when the directory \(directory) was last changed")
    }
    tell("Caddy lists the directory \(directory)", place)
    let accept = sent.isWatched ? "" : ByteText.joined(requestHeaders.values("Accept") ?? [], separator: ",").lowercased
    let type: ByteText =
      accept.contains("application/json")
      ? "application/json; charset=utf-8"
      : release.isModern && accept.contains("text/plain") ? "text/plain; charset=utf-8" : "text/html; charset=utf-8"
    client.headers.set("Content-Type", type)
    try sink.writeHeader(200)
    if method != "HEAD" { try sink.write(.builtin("a listing")) }
  }
}
