import Foundation

/// A made-up error log of nginx.
struct ErrorLog {
  let mebibytes: Int
  /// How many lines of a hundred are trouble that signatures know.
  let known: Int

  /// Different mebibytes before they repeat themselves; a log is as repetitive.
  private static let parts = 32

  func write(to log: URL) throws {
    guard FileManager.default.createFile(atPath: log.path, contents: nil) else {
      throw BenchError(message: "cannot write \(log.path)")
    }
    let handle = try FileHandle(forWritingTo: log)
    defer { try? handle.close() }
    var dice = Dice(seed: UInt64(known))
    let parts = (0..<min(mebibytes, Self.parts)).map { part in
      var text = ""
      text.reserveCapacity(1 << 20 + 1024)
      while text.utf8.count < 1 << 20 { text += line(part, &dice) }
      return Data(text.utf8)
    }
    for part in 0..<mebibytes { try handle.write(contentsOf: parts[part % parts.count]) }
  }

  static let trouble = [
    "connect() failed (111: Connection refused) while connecting to upstream",
    "upstream timed out (110: Connection timed out) while reading response header from upstream",
    "upstream prematurely closed connection while reading response header from upstream",
    "no live upstreams while connecting to upstream",
    "recv() failed (104: Connection reset by peer) while reading response header from upstream",
    "upstream sent too big header while reading response header from upstream",
  ]
  /// Some lines of it.
  func text(lines: Int) -> [UInt8] {
    var dice = Dice(seed: UInt64(known))
    return Array((0..<lines).map { _ in line(0, &dice) }.joined().utf8)
  }

  private static let harmless = [
    "open() \"/var/www/html/favicon.ico\" failed (2: No such file or directory)",
    "client closed keepalive connection", "access forbidden by rule",
    "directory index of \"/var/www/html/\" is forbidden",
    "an upstream response is buffered to a temporary file /var/lib/nginx/proxy/1/00/0000000001 while reading upstream",
  ]

  private func line(_ part: Int, _ dice: inout Dice) -> String {
    let text = dice.chance(known) ? dice.pick(Self.trouble) : dice.pick(Self.harmless)
    let second = part % 60 < 10 ? "0\(part % 60)" : "\(part % 60)"
    return
      "2026/11/22 07:41:\(second) [error] 7788#7788: *\(dice.below(1_000_000)) \(text), client: 10.0.\(dice.below(255)).\(dice.below(255)), server: shop.example.com, request: \"GET /cart/\(dice.below(5000)) HTTP/1.1\", upstream: \"http://10.0.0.\(dice.below(9)):8080/cart\", host: \"shop.example.com\"\n"
  }
}
