public import Trace

/// What an upstream of ours does wrong: what a trace knows, and what only a rehearsal can do.
public enum Trouble: Sendable, Hashable {
  case failure(Failure)
  /// The connection is reset half-way through the body.
  case reset
  /// The body comes a few bytes at a time.
  case drip

  public var name: String {
    switch self {
    case .failure(let failure): failure.name
    case .reset: "reset"
    case .drip: "drip"
    }
  }

  /// Reads a name.
  init?(name: String) {
    switch name {
    case "reset": self = .reset
    case "drip": self = .drip
    default:
      guard let failure = Failure(name), failure != .noLiveUpstream else { return nil }
      self = .failure(failure)
    }
  }

  /// The failure that a trace can follow.
  var traced: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}

/// What goes out for a request, in the language of whoever asks.
enum UpstreamAnswer {
  /// Stands in every body of ours, so that it can be told from a page.
  static let mark = "interlude rehearsal: an upstream's own answer"

  /// What a request of FastCGI begins with: its version.
  static let fastCGI: UInt8 = 1

  static func bytes(_ status: Int, to request: [UInt8], padding wanted: Int = 0) -> [UInt8] {
    // Caddy, whose limit for HTTP is ten megabytes, has none for FastCGI.
    let padding = request.first == fastCGI ? min(wanted, 300_001) : wanted
    let body = Array("\(mark), \(status)\n".utf8)
    let isBare = request.starts(with: Array("HEAD ".utf8)) || status == 204 || status == 304 || status < 200
    let fields =
      "Content-Type: text/plain\r\nContent-Length: \(status == 204 || status < 200 ? 0 : body.count)\r\n"
      + "Connection: close\r\n"
    var more: [UInt8] = []
    if padding > 0 { more = Array("X-Padding: ".utf8) + [UInt8](repeating: 0x78, count: padding) + Array("\r\n".utf8) }
    more += Array("\r\n".utf8)
    // memcached has values and no status; 404 is the only one that it can mean.
    if request.starts(with: Array("get ".utf8)) {
      guard status == 200 || padding > 0 else { return Array((status == 404 ? "END\r\n" : "SERVER_ERROR\r\n").utf8) }
      let key = String(decoding: request.dropFirst(4).prefix { $0 > 0x20 }, as: UTF8.self)
      let flags = padding > 0 ? String(repeating: "0", count: padding) : "0"
      return Array("VALUE \(key) \(flags) \(body.count)\r\n".utf8) + body + Array("\r\nEND\r\n".utf8)
    }
    // There is no status line.
    if request.first == fastCGI {
      let text = Array("Status: \(status) Rehearsed\r\n\(fields)".utf8) + more + (isBare ? [] : body)
      return record(6, text) + record(6, []) + record(3, [UInt8](repeating: 0, count: 8))
    }
    return Array("HTTP/1.1 \(status) Rehearsed\r\n\(fields)".utf8) + more + (isBare ? [] : body)
  }

  /// A FastCGI record of request 1 (FastCGI specification, section 3.3).
  private static func record(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = content[...]
    repeat {
      let piece = rest.prefix(60_000)
      rest = rest.dropFirst(piece.count)
      bytes += [1, kind, 0, 1, UInt8(piece.count >> 8), UInt8(piece.count & 0xFF), 0, 0] + piece
    } while !rest.isEmpty
    return bytes
  }
}
