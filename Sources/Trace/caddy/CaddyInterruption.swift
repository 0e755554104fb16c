import ProxyConfig

/// What ends a chain of handlers early.
enum CaddyInterruption: Error {
  /// An error on its way to the error routes (`HandlerError`).
  case error(CaddyFault)
  /// The connection is cut; the visitor gets no answer.
  case abort(String)
  /// What happens now cannot be known.
  case unknown(String)

  static func status(_ status: Int, _ message: CaddyValue = .null) -> CaddyInterruption {
    .error(CaddyFault(status: status, message: message))
  }
}

/// An error with the status that belongs to it.
struct CaddyFault {
  var status: Int
  var message: CaddyValue
  /// Errors of matchers and the like have no status of their own; Caddy answers 500.
  var hasStatus = true
}

/// What a placeholder stands for.
enum CaddyValue {
  case text(ByteText)
  case int(Int)
  case bool(Bool)
  case null
  /// Something only a running server knows, and what that is.
  case opaque(String)

  var text: ByteText {
    switch self {
    case .text(let text): text
    case .int(let number): ByteText(String(number))
    case .bool(let flag): flag ? "true" : "false"
    case .null, .opaque: ByteText()
    }
  }
}
