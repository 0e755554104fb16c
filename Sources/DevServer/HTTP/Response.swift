internal import Escaping

/// An answer, before it is known whether the request was a HEAD.
struct Response: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    /// Sent piece by piece until the stream or the connection ends.
    case stream(AsyncStream<[UInt8]>)
  }

  var status: Int
  var reason: String
  var fields: [(name: String, value: String)]
  var body: Body

  init(_ status: Int, _ reason: String? = nil, fields: [(String, String)] = [], body: [UInt8] = []) {
    self.status = status
    self.reason = reason ?? Self.reasons[status] ?? ""
    self.fields = fields.map { (name: $0.0, value: $0.1) }
    self.body = .bytes(body)
  }

  /// A few words in plain text.
  static func text(_ status: Int, _ text: String, fields: [(String, String)] = []) -> Response {
    Response(
      status,
      fields: [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")] + fields,
      body: Array((text + "\n").utf8))
  }

  func value(_ name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Status line and fields, with the empty line. A stream ends with its connection, so it has no length.
  func head(keepsConnection: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(HTTPHeader.value(reason))\r\n"
    for field in fields { head += "\(field.name): \(HTTPHeader.value(field.value))\r\n" }
    if case .bytes(let bytes) = body, status != 304 { head += "Content-Length: \(bytes.count)\r\n" }
    head += "X-Content-Type-Options: nosniff\r\n"
    head += keepsConnection ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n"
    return Array(head.utf8)
  }

  var isStream: Bool {
    if case .stream = body { true } else { false }
  }

  private static let reasons = [
    200: "OK", 301: "Moved Permanently", 304: "Not Modified", 400: "Bad Request", 404: "Not Found",
    405: "Method Not Allowed", 421: "Misdirected Request", 431: "Request Header Fields Too Large",
    503: "Service Unavailable", 505: "HTTP Version Not Supported",
  ]
}
