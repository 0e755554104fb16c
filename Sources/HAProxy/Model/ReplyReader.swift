import Diagnostics
import ProxyConfig

/// Reads what `return`, `deny`, `tarpit` and `http-error` say of an answer (`http_parse_http_reply`).
struct ReplyReader {
  let expressions: ExpressionReader
  let bufferSize: Int

  /// Reads the words up to a condition.
  ///
  /// - Parameters:
  ///   - usual: the status when none is named.
  ///   - isBare: what the answer is when nothing but `deny_status` is said: the page in effect and not an empty body.
  func reply(
    _ words: inout ArraySlice<Argument>, usual: Int, isBare: Bool, at place: Place
  ) throws(Refusal) -> Reply {
    var reply = Reply(status: usual, body: isBare ? .standard : .empty, place: place)
    var needsType = false
    while let word = words.first, !word.isEqual(to: "if"), !word.isEqual(to: "unless") {
      words = words.dropFirst()
      let name = word.value
      switch name {
      case "status", "deny_status":
        let text = try value(&words, of: name)
        guard let code = Int(text), 200...599 ~= code else {
          throw Refusal("\(text) is no status HAProxy can answer with", help: "write one from 200 to 599")
        }
        reply.status = code
        if name == "status", case .standard = reply.body { reply.body = .empty }
      case "content-type": reply.contentType = ByteText(try value(&words, of: name))
      case "default-errorfiles": reply.body = .standard
      case "errorfiles": reply.body = .section(try value(&words, of: name))
      case "errorfile":
        reply.body = .response(
          try StoredResponse(
            try value(&words, of: name), for: reply.status, files: expressions.files, bufferSize: bufferSize))
      case "file", "lf-file":
        let body = try file(try value(&words, of: name), isFormat: name == "lf-file", at: place)
        reply.body = body
        if case .empty = body {} else { needsType = true }
      case "string":
        let text = ByteText(try value(&words, of: name))
        reply.body = text.isEmpty ? .empty : .text(text)
        needsType = !text.isEmpty
      case "lf-string":
        reply.body = .format(try expressions.format(try value(&words, of: name), at: place), path: nil)
        needsType = true
      case "hdr":
        let header = try value(&words, of: name)
        let text = try value(&words, of: "hdr \(header)")
        reply.headers.append((header.lowercased(), try expressions.format(text, at: place)))
      default:
        let known = [
          "status", "deny_status", "content-type", "default-errorfiles", "errorfiles", "errorfile", "file", "lf-file",
          "string", "lf-string", "hdr", "if", "unless",
        ]
        throw Refusal(
          "\(name) is nothing an answer can have",
          help: NearestName.of(name, among: known).map { "did you mean \($0)?" })
      }
    }
    if case .standard = reply.body, !PageCodes.all.contains(reply.status) {
      throw Refusal(
        "HAProxy has no page for \(reply.status)",
        help: "say what the body is, such as content-type text/plain string \"…\"")
    }
    if needsType, reply.contentType == nil {
      throw Refusal("a body needs a content-type", help: "write content-type \"text/html; charset=utf-8\" before it")
    }
    return reply
  }

  func value(_ words: inout ArraySlice<Argument>, of name: String) throws(Refusal) -> String {
    guard let word = words.popFirst() else { throw Refusal("\(name) needs a value behind it") }
    return word.value
  }

  private func file(_ path: String, isFormat: Bool, at place: Place) throws(Refusal) -> Reply.Body {
    let read = try expressions.files.read(path, "put the page there; HAProxy reads it when it starts")
    guard let bytes = read else { return .file(path: path, size: nil) }
    if bytes.count > bufferSize {
      throw Refusal(
        "\(path) has \(bytes.count) bytes, and a buffer has \(bufferSize)",
        help: "make the page smaller, or write tune.bufsize with more in the section global")
    }
    if bytes.isEmpty { return .empty }
    guard isFormat else { return .file(path: path, size: bytes.count) }
    return .format(try expressions.format(String(decoding: bytes, as: UTF8.self), at: place), path: path)
  }
}
