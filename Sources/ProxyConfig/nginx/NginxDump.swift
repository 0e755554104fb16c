import Diagnostics

/// The output of `nginx -T`: every file nginx read, each under a line `# configuration file PATH:`.
enum NginxDump {
  private static let mark = Array("# configuration file ".utf8)

  /// The files of a dump with the paths nginx read them from, the main file first; nil when `source` is no dump.
  static func files(in source: Source) -> [Source]? {
    let bytes = source.bytes
    var starts: [(path: String, headline: Int, body: Int)] = []
    var line = 0
    while line < bytes.count {
      let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
      if bytes[line..<end].starts(with: mark), end > line, bytes[end - 1] == UInt8(ascii: ":") {
        starts.append((source.text(line + mark.count..<end - 1), line, min(end + 1, bytes.count)))
      } else if starts.isEmpty, !isChatter(source.text(line..<end)) {
        return nil
      }
      line = end + 1
    }
    guard !starts.isEmpty else { return nil }
    return starts.enumerated().map { index, start in
      // nginx writes one line break of its own after each file.
      let end = index + 1 < starts.count ? starts[index + 1].headline : bytes.count
      return Source(name: start.path, bytes: Array(bytes[start.body..<max(start.body, end - 1)]))
    }
  }

  /// What nginx says before the dump when both of its streams go to one file.
  private static func isChatter(_ line: String) -> Bool {
    line.isEmpty || line.hasPrefix("nginx: ") || line.hasPrefix("20") && line.contains("[warn]")
  }
}
