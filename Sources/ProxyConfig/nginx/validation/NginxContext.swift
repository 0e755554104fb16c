/// A kind of block, as far as it decides what may stand in it.
enum NginxContext: Character, Sendable, Hashable {
  case main = "m", events = "e", http = "h", server = "s", location = "l", upstream = "u"
  case serverIf = "i", locationIf = "j", limitExcept = "x"

  /// The context a block opens; nil for blocks whose content is data or belongs to another module.
  func inside(_ block: String) -> NginxContext? {
    switch (block, self) {
    case ("events", .main): .events
    case ("http", .main): .http
    case ("server", .http): .server
    case ("upstream", .http): .upstream
    case ("location", .server), ("location", .location): .location
    case ("if", .server): .serverIf
    case ("if", .location): .locationIf
    case ("limit_except", .location): .limitExcept
    default: nil
    }
  }

  /// Some of the contexts, a bit for each.
  struct Several: Sendable {
    private var bits: UInt16 = 0

    init(_ contexts: [NginxContext]) { for context in contexts { bits |= context.bit } }

    func contains(_ context: NginxContext) -> Bool { bits & context.bit != 0 }
  }

  private var bit: UInt16 {
    switch self {
    case .main: 1
    case .events: 2
    case .http: 4
    case .server: 8
    case .location: 16
    case .upstream: 32
    case .serverIf: 64
    case .locationIf: 128
    case .limitExcept: 256
    }
  }
}
