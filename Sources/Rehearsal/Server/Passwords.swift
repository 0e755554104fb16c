import Foundation
import ProxyConfig
import Trace

/// A user with a known password, put beside those of the configuration or in the place of one, in a copy.
struct Passwords {
  private static let word = "rehearsal"
  /// The word as nginx and httpd read it in a file of users, and as Caddy does (bcrypt, of the least cost).
  private static let digest = "{SHA}1ss7oyNWfIDRKWfQbB4uF5VgA0Q="
  private static let bcrypt = "$2a$04$uzE4KbX1ygt/Wg/VBaDxZuSleLN6I9IavJ71/7DPiQowF7Qfrd.fi"
  private static let user = "interlude-rehearsal"

  /// The users that are known by now, the first of them asks.
  private(set) var users: [String] = []

  /// What a browser sends; nil when nobody is known.
  var header: Request.Header? {
    users.first.map { .init("Authorization", "Basic " + Data("\($0):\(Self.word)".utf8).base64EncodedString()) }
  }

  /// Files of users that the text names, with the line to add to each.
  mutating func files(in text: String) -> [(path: String, line: String)] {
    let patterns = [#"\bauth_basic_user_file\s+["']?([^\s;"'$]+)"#, #"(?i)\bAuthUserFile\s+"?([^\s"]+)"#]
    let paths = Trust.matches(patterns, text)
    if !paths.isEmpty, !users.contains(Self.user) { users.append(Self.user) }
    return paths.map { ($0, "\(Self.user):\(Self.digest)\n") }
  }

  /// The text with the known password for users that it lists itself, and the numbers of the lines that differ.
  mutating func applied(to bytes: [UInt8]) -> (bytes: [UInt8], lines: [Int])? {
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    var changed: [Int] = []
    for (index, line) in lines.enumerated() {
      let user: String
      if let match = line.wholeMatch(of: #/(\s*([\w.@-]+)\s+)["`]?\$2[aby]\$[^\s"`]+["`]?(.*)/#) {
        lines[index] = "\(match.1)\"\(Self.bcrypt)\"\(match.3)"
        user = String(match.2)
      } else if let match = line.wholeMatch(of: #/(\s*user\s+(\S+)\s+)(?:insecure-)?password\s+\S+(.*)/#) {
        lines[index] = "\(match.1)insecure-password \(Self.word)\(match.3)"
        user = String(match.2)
      } else {
        continue
      }
      changed.append(index + 1)
      if !users.contains(user) { users.append(user) }
    }
    return changed.isEmpty ? nil : (Array(lines.joined(separator: "\n").utf8), changed)
  }
}
