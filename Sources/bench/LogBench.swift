import Foundation

/// `interlude explain --summary` on a large error log of nginx, beside `wc -l` and `grep -F -c` with the same fragments.
struct LogBench {
  let binary: String
  /// The author's folder whose signatures give the fragments.
  let source: URL
  let folder: URL
  let mebibytes: Int

  /// One log with known trouble in each tenth line, and one with nothing else.
  func measure(runs: Int) throws -> [(Measurement, floor: Measurement?)] {
    let fragments = folder.appending(path: "fragments.txt")
    try Data(try self.fragments().joined(separator: "\n").utf8).write(to: fragments)
    var rows: [(Measurement, floor: Measurement?)] = []
    for percent in [10, 100] {
      let log = folder.appending(path: "error-\(percent).log")
      try write(log, percent: percent)
      defer { try? FileManager.default.removeItem(at: log) }
      let name = "\(mebibytes) MiB of error log, \(percent) % known"
      let count = try Measurement.run("wc -l, \(name)", runs: runs, ["wc", "-l", log.path])
      let grep = try Measurement.run(
        "grep -F, \(name)", runs: runs, ["env", "LC_ALL=C", "grep", "-F", "-c", "-f", fragments.path, log.path])
      let explain = try Measurement.run(
        "explain, \(name)", runs: runs, [binary, "explain", "--summary", log.path], statuses: [1])
      rows += [(explain, count), (explain, grep), (count, nil), (grep, nil)]
    }
    return rows
  }

  private func write(_ log: URL, percent: Int) throws {
    var dice = Dice(seed: UInt64(percent))
    guard FileManager.default.createFile(atPath: log.path, contents: nil) else {
      throw BenchError(message: "cannot write \(log.path)")
    }
    let handle = try FileHandle(forWritingTo: log)
    defer { try? handle.close() }
    // A megabyte of lines is repeated with other numbers in front; a log is as repetitive.
    for part in 0..<mebibytes {
      var text = ""
      text.reserveCapacity(1 << 20)
      while text.utf8.count < 1 << 20 {
        text += line(part, known: dice.chance(percent), &dice)
      }
      try handle.write(contentsOf: Data(text.utf8))
    }
  }

  private static let known = [
    "connect() failed (111: Connection refused) while connecting to upstream",
    "upstream timed out (110: Connection timed out) while reading response header from upstream",
    "upstream prematurely closed connection while reading response header from upstream",
    "no live upstreams while connecting to upstream",
    "recv() failed (104: Connection reset by peer) while reading response header from upstream",
    "upstream sent too big header while reading response header from upstream",
  ]
  private static let unknown = [
    "open() \"/var/www/html/favicon.ico\" failed (2: No such file or directory)",
    "client closed keepalive connection", "access forbidden by rule",
    "directory index of \"/var/www/html/\" is forbidden",
    "an upstream response is buffered to a temporary file /var/lib/nginx/proxy/1/00/0000000001 while reading upstream",
  ]

  private func line(_ part: Int, known: Bool, _ dice: inout Dice) -> String {
    let text = known ? dice.pick(Self.known) : dice.pick(Self.unknown)
    let second = part % 60 < 10 ? "0\(part % 60)" : "\(part % 60)"
    return
      "2026/11/22 07:41:\(second) [error] 7788#7788: *\(dice.below(1_000_000)) \(text), client: 10.0.\(dice.below(255)).\(dice.below(255)), server: shop.example.com, request: \"GET /cart/\(dice.below(5000)) HTTP/1.1\", upstream: \"http://10.0.0.\(dice.below(9)):8080/cart\", host: \"shop.example.com\"\n"
  }

  /// The longest literal piece of each signature's text.
  private func fragments() throws -> [String] {
    let signatures = source.appending(path: "content/signatures")
    var fragments: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: signatures.path).sorted()
    where name.hasSuffix(".yaml") {
      for line in try String(contentsOf: signatures.appending(path: name), encoding: .utf8).split(separator: "\n") {
        let text = line.drop { $0 == " " || $0 == "-" }
        guard let start = text.hasPrefix("text: '") ? 7 : line.hasPrefix("      - '") ? 1 : nil, text.last == "'" else {
          continue
        }
        let pieces = text.dropFirst(start).dropLast().replacing("''", with: "'")
          .split { $0 == "<" || $0 == ">" }.enumerated().filter { $0.offset % 2 == 0 }.map { String($0.element) }
        if let longest = pieces.max(by: { $0.utf8.count < $1.utf8.count }), longest.utf8.count >= 6 {
          fragments.insert(longest)
        }
      }
    }
    guard fragments.count > 100 else {
      throw BenchError(message: "only \(fragments.count) fragments in \(signatures.path)")
    }
    return fragments.sorted()
  }
}
