import Foundation

/// `interlude explain --summary` on a large error log, beside `wc -l` and `grep -F` with the same fragments.
struct LogStage {
  let workshop: Workshop
  let mebibytes: Int
  let rounds: Int

  func measure() throws -> [Row] {
    let fragments = workshop.folder.appending(path: "fragments.txt")
    try Data(try self.fragments().joined(separator: "\n").utf8).write(to: fragments)
    var rows: [Row] = []
    // Mostly healthy, as logs are, and nothing but trouble.
    for percent in [1, 10, 100] {
      let log = workshop.folder.appending(path: "error-\(percent).log")
      try workshop.write("log", "\(mebibytes)", "\(percent)", log.path)
      defer { try? FileManager.default.removeItem(at: log) }
      let measured = try Contest(entries: [
        .init(
          name: "**explain, \(mebibytes) MiB of error log, \(percent) % known trouble**",
          command: [workshop.binary, "explain", "--summary", log.path], statuses: [1]),
        .init(name: "… `wc -l`", command: ["wc", "-l", log.path]),
        .init(
          name: "… `grep -F`", command: ["env", "LC_ALL=C", "grep", "-F", "-c", "-f", fragments.path, log.path]),
      ]).run(rounds: rounds)
      rows.append(
        Row(
          measured[0], (measured[0].ratio(to: measured[1]), "`wc -l`"),
          (measured[0].ratio(to: measured[2]), "`grep -F`"),
          (measured[0].ratio(to: measured[1], by: \.processor), "`wc -l` by processor time")))
      rows += measured.dropFirst().map { Row($0) }
    }
    return rows
  }

  /// The longest literal piece of each signature's text.
  private func fragments() throws -> [String] {
    let signatures = workshop.project.appending(path: "content/signatures")
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
