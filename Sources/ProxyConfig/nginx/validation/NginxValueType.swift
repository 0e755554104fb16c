/// What a directive's words must be.
enum NginxValueType: Sendable, Equatable {
  /// `on` or `off`, in any case.
  case flag
  /// Times such as `1m30s`; in seconds there are no milliseconds, in milliseconds neither years nor months.
  case seconds, milliseconds
  case number(ClosedRange<Int>)
  /// Sizes: up to megabytes, up to gigabytes.
  case size, offset
  /// One of these words.
  case one([String])
  /// Every word is one of these.
  case list([String])
  /// Any text; variables in it must exist.
  case text
  /// A name, in which variables mean nothing, and such texts.
  case namedText
  /// `*_cache_valid`: codes and a time.
  case valid
  /// A number and a size.
  case buffers

  /// Reads the table's spelling.
  init?(_ word: String) {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    switch parts[0] {
    case "flag": self = .flag
    case "sec": self = .seconds
    case "msec": self = .milliseconds
    case "size": self = .size
    case "offset": self = .offset
    case "text": self = .text
    case "named-text": self = .namedText
    case "valid": self = .valid
    case "buffers": self = .buffers
    case "number":
      let ends = parts.count > 1 ? parts[1].split(separator: "-").compactMap { Int($0) } : []
      self = .number((ends.first ?? 0)...(ends.count > 1 ? ends[1] : .max))
    case "one" where parts.count > 1: self = .one(parts[1].split(separator: ",").map(String.init))
    case "list" where parts.count > 1: self = .list(Self.lists[parts[1]] ?? [])
    default: return nil
    }
  }

  /// What to write, for a message; nil when the word is fine.
  func refusal(of word: ByteText) -> String? {
    switch self {
    case .flag: return Self.contains(["on", "off"], word) ? nil : "it must be \"on\" or \"off\""
    case .seconds: return NginxTime.parse(word, inSeconds: true) != nil ? nil : "it must be a time such as 30s or 5m"
    case .milliseconds:
      return NginxTime.parse(word, inSeconds: false) != nil ? nil : "it must be a time such as 500ms, 30s or 5m"
    case .number(let range):
      guard let number = word.number else { return "it must be a number" }
      if range.contains(number) { return nil }
      return range.upperBound == .max
        ? "it must be at least \(range.lowerBound)" : "it must be from \(range.lowerBound) to \(range.upperBound)"
    case .size: return NginxSize.small(word) != nil ? nil : "it must be a size such as 512, 8k or 1m"
    case .offset: return NginxSize.bytes(word) != nil ? nil : "it must be a size such as 8k, 10m or 1g"
    case .one(let words), .list(let words):
      return Self.contains(words, word) ? nil : "it must be one of \(words.joined(separator: ", "))"
    case .text, .namedText, .valid, .buffers: return nil
    }
  }

  private static func contains(_ words: [String], _ word: ByteText) -> Bool {
    let text = word.string.lowercased()
    return words.contains { $0.lowercased() == text }
  }

  private static let tries = [
    "error", "timeout", "invalid_header", "non_idempotent", "http_500", "http_503", "http_403", "http_404", "http_429",
    "updating", "off",
  ]
  private static let lists: [String: [String]] = [
    "next": tries + ["http_502", "http_504"], "next-gateway": tries,
    "next-grpc": tries.filter { $0 != "updating" } + ["http_502", "http_504"],
    "next-memcached": ["error", "timeout", "invalid_response", "not_found", "off"],
    "tls": ["SSLv2", "SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"],
    "gzip-proxied": [
      "off", "expired", "no-cache", "no-store", "private", "no_last_modified", "no_etag", "auth", "any",
    ],
    "keepalive-disable": ["none", "msie6", "safari"],
    "dav": ["off", "put", "delete", "mkcol", "copy", "move"],
    "methods": [
      "GET", "HEAD", "POST", "PUT", "DELETE", "MKCOL", "COPY", "MOVE", "OPTIONS", "PROPFIND", "PROPPATCH", "LOCK",
      "UNLOCK", "PATCH",
    ],
    "userid-flags": ["off", "secure", "httponly", "samesite=strict", "samesite=lax", "samesite=none"],
    "cache-methods": ["GET", "HEAD", "POST"],
    "ignored-headers": [
      "X-Accel-Redirect", "X-Accel-Expires", "X-Accel-Limit-Rate", "X-Accel-Buffering", "X-Accel-Charset", "Expires",
      "Cache-Control", "Set-Cookie", "Vary",
    ],
  ]
}

/// Times such as `1h 30m` (`ngx_parse_time`).
public enum NginxTime {
  /// The time in the unit asked for; nil when nginx would refuse it.
  public static func parse(_ word: ByteText, inSeconds: Bool) -> Int? {
    var step = inSeconds ? 0 : 2
    var total = 0
    var value = 0
    var hasDigits = false
    var index = 0
    func scale(_ new: Int, _ seconds: Int, atLeast: Int? = nil) -> Bool {
      guard step < new else { return false }
      step = new
      let factor = inSeconds ? seconds : seconds * 1000
      let (product, isOver) = value.multipliedReportingOverflow(by: factor)
      let (sum, isTooMuch) = total.addingReportingOverflow(product)
      guard !isOver, !isTooMuch else { return false }
      total = sum
      value = 0
      return true
    }
    while index < word.count {
      let byte = word[index]
      index += 1
      if byte >= 0x30, byte <= 0x39 {
        let (grown, isOver) = value.multipliedReportingOverflow(by: 10)
        let (next, isTooMuch) = grown.addingReportingOverflow(Int(byte - 0x30))
        if isOver || isTooMuch { return nil }
        value = next
        hasDigits = true
        continue
      }
      let isFine: Bool
      switch byte {
      case UInt8(ascii: "y"): isFine = inSeconds && scale(1, 365 * 86_400)
      case UInt8(ascii: "M"): isFine = inSeconds && scale(2, 30 * 86_400)
      case UInt8(ascii: "w"): isFine = scale(3, 7 * 86_400)
      case UInt8(ascii: "d"): isFine = scale(4, 86_400)
      case UInt8(ascii: "h"): isFine = scale(5, 3600)
      case UInt8(ascii: "m"):
        if index < word.count, word[index] == UInt8(ascii: "s") {
          index += 1
          guard !inSeconds, step < 8 else { return nil }
          step = 8
          total += value
          value = 0
          isFine = true
        } else {
          isFine = scale(6, 60)
        }
      case UInt8(ascii: "s"): isFine = scale(7, 1)
      case UInt8(ascii: " "):
        guard step < 7 else { return nil }
        isFine = scale(9, 1)
      default: isFine = false
      }
      guard isFine else { return nil }
      while index < word.count, word[index] == 0x20 { index += 1 }
    }
    guard hasDigits else { return nil }
    let (rest, isOver) = value.multipliedReportingOverflow(by: inSeconds ? 1 : 1000)
    return isOver ? nil : total + rest
  }
}

/// Sizes such as `10m` (`ngx_parse_offset`, `ngx_parse_size`).
public enum NginxSize {
  public static func bytes(_ word: ByteText) -> Int? {
    guard let last = word.last else { return nil }
    let factor: Int? =
      switch last {
      case UInt8(ascii: "k"), UInt8(ascii: "K"): 1024
      case UInt8(ascii: "m"), UInt8(ascii: "M"): 1024 * 1024
      case UInt8(ascii: "g"), UInt8(ascii: "G"): 1024 * 1024 * 1024
      default: nil
      }
    guard let factor else { return word.number }
    guard let number = word.upTo(word.count - 1).number else { return nil }
    let (size, isTooLarge) = number.multipliedReportingOverflow(by: factor)
    return isTooLarge ? nil : size
  }

  /// The same without gigabytes.
  static func small(_ word: ByteText) -> Int? {
    word.last.map { $0 | 0x20 } == UInt8(ascii: "g") ? nil : bytes(word)
  }
}
