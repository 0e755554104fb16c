import Diagnostics
import ProxyConfig

/// `vars`, `respond`, `error`.
extension CaddyRun {
  func set(_ variable: CaddyVariable, _ place: Place?) throws(CaddyInterruption) {
    let name = try all(variable.name)
    switch variable.value {
    case .text(let text):
      let value = try all(text)
      variables[name] = .text(value)
      if name == "root" { tell("the root is \(value)", place) }
    case .other(let text): variables[name] = text.integer.map { .int($0) } ?? .text(text)
    }
  }

  /// Writes an answer that stands in the configuration; true when the chain goes on (`StaticResponse.ServeHTTP`).
  func respond(_ response: CaddyStaticResponse, _ place: Place?, _ sink: CaddyResponseWriter) throws(CaddyInterruption)
    -> Bool
  {
    if response.aborts {
      tell("the connection is cut", place)
      throw .abort("abort cuts the connection")
    }
    if response.closes { client.headers.set("Connection", "close") }
    for field in response.headers {
      var values: [ByteText] = []
      for value in field.values ?? [] { values.append(try all(value)) }
      client.headers.set(try all(field.name), values)
    }
    let body = known(response.body)
    if !body.isEmpty, client.headers.first("Content-Type").isEmpty, !hasForeignType {
      let content = release.isModern ? body.isWatched ? body : body.trimmed : response.body.trimmed
      client.headers.set("Content-Type", Self.looksLikeJSON(content) ? "application/json" : "text/plain; charset=utf-8")
    }
    if client.headers.first("Content-Type").isEmpty, !hasForeignType { client.headers.set("Content-Type", []) }
    var status = 200
    if let fault, fault.hasStatus, fault.status > 0 { status = fault.status }
    if !response.status.isEmpty {
      status = try number(response.status, "the status is no number, so the answer becomes an error 500", place)
    }
    let target = client.headers.first("Location")
    tell(
      target.isEmpty ? "Caddy answers \(status) from the configuration" : "Caddy redirects to \(target) with \(status)",
      place, target.isEmpty ? .answered(status) : .redirected(status))
    try sink.writeHeader(status)
    if status == 103 { return release.isModern }
    if 100...199 ~= status { throw .unknown("what an answer with the interim status \(status) becomes") }
    if !body.isEmpty { try sink.write(.inline(body)) }
    return false
  }

  /// A status that may hold placeholders (`WeakString`); what is no number is an error 500.
  func number(_ text: ByteText, _ story: String? = nil, _ place: Place? = nil) throws(CaddyInterruption) -> Int {
    let text = try all(text)
    if let number = text.integer { return number }
    if let story { tell(story, place) }
    let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let isPlain = text.allSatisfy { 0x20...0x7E ~= $0 }
    throw .status(
      500, isPlain ? .text("strconv.Atoi: parsing \"" + quoted + "\": invalid syntax") : .opaque("a number"))
  }

  private static func looksLikeJSON(_ text: ByteText) -> Bool {
    if text.isWatched, !text.hasPrefix("{"), !text.hasPrefix("[") { return false }
    guard text.count > 2, let first = text.first, let last = text.last else { return false }
    return
      (first == UInt8(ascii: "{") && last == UInt8(ascii: "}")
      || first == UInt8(ascii: "[") && last == UInt8(ascii: "]"))
      && CaddyJSON.isValid(text.bytes)
  }

  /// Raises an error on purpose (`StaticError.ServeHTTP`).
  func raise(_ message: ByteText, _ status: ByteText, _ place: Place?) throws(CaddyInterruption) {
    var code = 500
    if !status.isEmpty {
      code = try number(status, "the error's status is no number, so it becomes 500", place)
    }
    let before = doubt
    // 2.6 leaves the placeholders of a message as they are.
    let text = release.isModern ? known(message) : message
    let value: CaddyValue = doubt != nil && before == nil ? .opaque(doubt ?? "") : .text(text)
    doubt = before
    let hasMessageOnly = status.isEmpty && message.contains("{")
    tell(
      hasMessageOnly ? "error has a message only, so its status is 500" : "an error \(code) is raised", place,
      .raised(code, hasMessageOnly: hasMessageOnly))
    throw .status(code, value)
  }
}
