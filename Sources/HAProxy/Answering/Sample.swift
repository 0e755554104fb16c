import ProxyConfig

/// A value that was fetched.
enum Sample: Sendable {
  case text(ByteText)
  /// Values that are tried one by one, where all requests are followed at once.
  case several(Several)
  case number(Int)
  case truth(Bool)
  /// The visitor's address, where all requests are followed at once: one stands for a network.
  case client(String)
  /// It exists, but nobody can tell what it is; the reason says why.
  case open(String)

  /// As `smp` casts to a string.
  var text: ByteText {
    switch self {
    case .text(let text): text
    case .several(let several): several.last
    case .number(let number): ByteText(String(number))
    case .truth(let truth): truth ? "1" : "0"
    case .client(let address): ByteText(address)
    case .open: "…"
    }
  }

  /// As a number; nil when it is none.
  var number: Int? {
    switch self {
    case .number(let number): number
    case .truth(let truth): truth ? 1 : 0
    case .text(let text): Int(text.string)
    case .several(let several): Int(several.last.string)
    case .open, .client: nil
    }
  }
}
