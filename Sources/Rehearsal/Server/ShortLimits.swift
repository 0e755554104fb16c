import Diagnostics
import Foundation
import ProxyConfig

/// Time limits of a configuration, shortened in a copy so that nobody has to wait for them.
enum ShortLimits {
  /// The words a limit on a silent upstream begins with, and how the short one is written.
  private static let limits: [(pattern: String, short: String)] = [
    (
      "(?m)^(\\s*(?:[^#\\n]*[;{}]\\s*)?(?:proxy|fastcgi|uwsgi|scgi|grpc|memcached)_(?:read|connect|send)_timeout\\s+)([^;\\s]+)",
      "1s"
    ),
    ("(?m)^(\\s*timeout\\s+(?:server|connect|queue|tunnel)\\s+)(\\S+)", "1s"),
    ("(\\.(?:first_byte_timeout|connect_timeout|between_bytes_timeout)\\s*=\\s*)([^;\\s]+)", "1s"),
    ("(\"(?:read|connect)-timeout\"\\s*=>\\s*)(\"?\\d+\"?)", "1"),
    // Caddy takes headers of ten megabytes, which must arrive in time.
    ("(?m)^(\\s*(?:response_header_timeout|dial_timeout|read_timeout|write_timeout)\\s+)(\\S+)", "3s"),
    ("(?m)^(\\s*lb_try_duration\\s+)(\\S+)", "500ms"),
    ("(?m)^(\\s*(?:ProxyTimeout|TimeOut|Timeout)\\s+)(\\d+)", "1"),
    ("(?m)^(\\s*ProxyPass(?:Match)?\\s[^\\n#]*\\s(?:timeout|connectiontimeout)=)(\\S+)", "1"),
  ]

  /// The text with shorter limits, and the numbers of the lines that differ.
  static func applied(to bytes: [UInt8]) -> (bytes: [UInt8], lines: [Int])? {
    var text = String(decoding: bytes, as: UTF8.self)
    let before = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (pattern, short) in limits {
      guard let expression = try? NSRegularExpression(pattern: pattern) else { continue }
      text = expression.stringByReplacingMatches(
        in: text, range: NSRange(text.startIndex..., in: text), withTemplate: "$1\(short)")
    }
    let after = text.split(separator: "\n", omittingEmptySubsequences: false)
    let lines = zip(before, after).enumerated().compactMap { $1.0 == $1.1 ? nil : $0 + 1 }
    return lines.isEmpty ? nil : (Array(text.utf8), lines)
  }

  /// Limits that are in effect although nobody has written them.
  ///
  /// - Parameters:
  ///   - all: the whole configuration.
  ///   - written: the directives of the `http` block itself, where it could be read; a limit of a single location says
  ///     nothing about the others.
  /// - Returns: the text with short ones instead, and what was added; nil when there is nothing to add.
  static func added(to bytes: [UInt8], all: String, written: Set<String>?) -> (bytes: [UInt8], what: String)? {
    let text = String(decoding: bytes, as: UTF8.self)
    if let block = text.firstRange(of: #/(?m)^\s*http\s*\{/#) {
      let names = ["proxy", "fastcgi", "uwsgi", "scgi", "grpc", "memcached"].map { "\($0)_read_timeout" }
      let absent = names.filter {
        all.contains($0.prefix { $0 != "_" } + "_pass") && !(written?.contains($0) ?? all.contains($0))
      }
      guard !absent.isEmpty else { return nil }
      let lines = absent.map { " \($0) 1s;" }.joined()
      return (
        Array((text[..<block.upperBound] + lines + text[block.upperBound...]).utf8), absent.joined(separator: ", ")
      )
    }
    if all.contains("proxy.server"), !all.contains("\"read-timeout\"") {
      let short = text.replacing(#/"port"\s*=>\s*"?\d+"?/#) { "\($0.output), \"read-timeout\" => 1" }
      return short == text ? nil : (Array(short.utf8), "read-timeout")
    }
    let isApache = all.contains(#/(?m)^\s*(?:ProxyPass|LoadModule)\s/#)
    guard isApache, !all.contains(#/(?mi)^\s*(?:Proxy)?Timeout\s/#) else { return nil }
    return (Array((text + "\nProxyTimeout 1\n").utf8), "ProxyTimeout")
  }

  /// nginx's text with upstreams of which it remembers no failure, and the numbers of the lines that differ. A request is then
  /// answered as the first one is, whatever was asked before, so that places can be asked side by side.
  static func forgetting(_ bytes: [UInt8]) -> (bytes: [UInt8], lines: [Int])? {
    let before = String(decoding: bytes, as: UTF8.self)
    let after = before.replacing(#/\bupstream\s+[^\s{};]+\s*\{[^{}]*\}/#) { block in
      String(block.output).replacing(#/(\bserver\s+[^;{}#\n]*?)(?:\s+max_fails=\d+)?([^;{}#\n]*);/#) {
        "\($0.1)\($0.2.replacing(#/\smax_fails=\d+/#, with: "")) max_fails=0;"
      }
    }
    let lines = zip(
      before.split(separator: "\n", omittingEmptySubsequences: false),
      after.split(separator: "\n", omittingEmptySubsequences: false)
    ).enumerated().compactMap { $1.0 == $1.1 ? nil : $0 + 1 }
    return lines.isEmpty ? nil : (Array(after.utf8), lines)
  }

  /// The text without lines that only root could follow.
  static func without(_ words: [String], in bytes: [UInt8]) -> (bytes: [UInt8], lines: [Int])? {
    guard !words.isEmpty else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let left = lines.indices.filter { index in
      let first = lines[index].split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
      return words.contains(first) && !lines[index].contains("{")
    }
    guard !left.isEmpty else { return nil }
    let kept = lines.enumerated().map { left.contains($0) ? "" : String($1) }
    return (Array(kept.joined(separator: "\n").utf8), left.map { $0 + 1 })
  }
}
