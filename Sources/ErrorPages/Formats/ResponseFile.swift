internal import Content
internal import Escaping

/// A page as a whole HTTP/1.1 response with CRLF line ends, the form HAProxy's `errorfile` takes.
///
/// HAProxy compares Content-Length with the body and does not start when they differ. It decides about the connection
/// itself, so no Connection field is sent.
struct ResponseFile: Sendable {
  let bytes: [UInt8]

  init(_ subject: ErrorPages.Subject, body: [UInt8], policy: String) {
    let definition = subject.definition
    var fields = [
      ("Content-Type", Format.http.contentType),
      ("Content-Length", String(body.count)),
      ("Content-Language", subject.locale.language),
      ("Cache-Control", "no-store"),
    ]
    if let until = subject.until {
      fields.append(("Retry-After", until.httpDate))
    } else if let seconds = definition.retryAfter {
      fields.append(("Retry-After", String(seconds)))
    }
    fields += [("X-Robots-Tag", "noindex"), ("Content-Security-Policy", policy)]
    var head = "HTTP/1.1 \(definition.code) \(HTTPHeader.value(definition.reason))\r\n"
    for (name, value) in fields { head += "\(name): \(HTTPHeader.value(value))\r\n" }
    bytes = Array(head.utf8) + [0x0D, 0x0A] + body
  }
}
