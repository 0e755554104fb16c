import ProxyConfig
import Trace

/// Conditional requests and parts of files (RFC 9110, sections 13 and 14).
extension Run {
  /// 304 or 412 for a file that the visitor has already; nil when it is to be sent (`ap_meets_conditions`).
  func unchanged(_ exchange: Exchange, _ path: String) throws -> Int? {
    guard 200..<300 ~= exchange.status, !exchange.sendsLocalCopyOnly else { return nil }
    let modified = (try? files.status(of: path).modified).flatMap { $0 }.map { $0 / 1_000_000_000 }
    if let match = request.header("if-match") {
      if match != "*" { throw Undecided("whether the file's tag is the one of If-Match") }
    } else if let text = request.header("if-unmodified-since"), let since = Self.date(text) {
      guard let modified else { throw Undecided("when \(path) was changed") }
      if modified > since { return 412 }
    }
    if let none = request.header("if-none-match") {
      // A tag holds the time of the last change, so that one from elsewhere does not match.
      return none == "*" ? (exchange.method == "GET" || exchange.method == "HEAD" ? 304 : 412) : nil
    }
    guard let text = request.header("if-modified-since"), let since = Self.date(text) else { return nil }
    guard let modified else { throw Undecided("when \(path) was changed") }
    return modified <= since ? 304 : nil
  }

  /// No body of an upstream is shorter, it is hoped.
  private static let likelyLength = 50

  private static func date(_ text: String) -> Int? { HTTPDate.seconds(text) }

  /// Sends a body, or the part of it that was asked for.
  ///
  /// - Parameter length: of the body in bytes; nil for one that is long enough.
  func sendRanged(_ body: Outcome.Body, length: Int?, _ exchange: Exchange) throws {
    // The headers alone of an upstream's answer cannot be cut.
    let isEmpty = length == nil && exchange.isHeaderOnly
    guard exchange.status == 200, !refusedRange, !isEmpty, let header = request.header("range"),
      header.lowercased().hasPrefix("bytes="),
      request.header("if-range") == nil
    else { return send(exchange.status, body, exchange) }
    let text = String(header.dropFirst(6))
    switch ByteRanges.judge(text, length: length) {
    case .whole: send(200, body, exchange)
    case .part:
      if length == nil, ByteRanges.judge(text, length: Self.likelyLength) == .beyond {
        throw Undecided("how long the upstream's body is")
      }
      tell("A range of the body is sent", .cut)
      send(206, body, exchange)
    case .beyond:
      tell("The range lies beyond the body", .cut)
      refusedRange = true
      try die(416, exchange)
    }
  }
}

/// Which parts of a body a `Range` asks for.
enum ByteRanges {
  enum Judgement { case whole, part, beyond }

  static func judge(_ text: String, length: Int?) -> Judgement {
    var isAny = false
    let end = length ?? Int.max
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = piece.trimmingBlanks.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 2 else { return .whole }
      let (from, to) = (Int(parts[0]), Int(parts[1]))
      guard from != nil || parts[0].isEmpty, to != nil || parts[1].isEmpty else { return .whole }
      if let from {
        if let to, to < from { return .whole }
        if from < end { isAny = true }
      } else if let to {
        if to > 0, end > 0 { isAny = true }
      } else {
        return .whole
      }
    }
    return isAny ? .part : .beyond
  }
}
