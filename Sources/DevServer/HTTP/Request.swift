/// The head of a request (RFC 9112). Bodies are never read: nothing here takes one.
struct Request: Sendable {
  let method: String
  /// As it was sent: `/path?query`, or a whole URL.
  let target: String
  /// HTTP/1.1, whose connections stay open unless somebody says otherwise.
  let isPersistentByDefault: Bool
  /// Names in lower case, in the order they came.
  let fields: [(name: String, value: String)]

  init(_ method: String, _ target: String, fields: [(String, String)] = [], isPersistentByDefault: Bool = true) {
    self.method = method
    self.target = target
    self.fields = fields.map { (name: $0.0.lowercased(), value: $0.1) }
    self.isPersistentByDefault = isPersistentByDefault
  }

  func values(_ name: String) -> [String] {
    fields.compactMap { $0.name == name ? $0.value : nil }
  }

  /// The field's values as one list (RFC 9110, section 5.3); nil when it was not sent.
  func list(_ name: String) -> String? {
    let values = values(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  var hasBody: Bool {
    list("transfer-encoding") != nil || values("content-length").contains { $0 != "0" }
  }

  /// Whether the connection can carry another request after this one (RFC 9112, section 9.3).
  var keepsConnection: Bool {
    let options = (list("connection") ?? "").lowercased().split(separator: ",").map {
      $0.drop { $0 == " " }.prefix { $0 != " " }
    }
    if hasBody || options.contains("close") { return false }
    return isPersistentByDefault || options.contains("keep-alive")
  }
}
