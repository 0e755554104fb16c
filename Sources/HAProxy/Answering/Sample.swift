import ProxyConfig

/// A value that was fetched.
enum Sample: Sendable {
  case text(ByteText)
  case number(Int)
  case truth(Bool)
  /// It exists, but nobody can tell what it is; the reason says why.
  case open(String)

  /// As `smp` casts to a string.
  var text: ByteText {
    switch self {
    case .text(let text): text
    case .number(let number): ByteText(String(number))
    case .truth(let truth): truth ? "1" : "0"
    case .open: "…"
    }
  }

  /// As a number; nil when it is none.
  var number: Int? {
    switch self {
    case .number(let number): number
    case .truth(let truth): truth ? 1 : 0
    case .text(let text): Int(text.string)
    case .open: nil
    }
  }
}
