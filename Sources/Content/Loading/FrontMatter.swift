internal import Diagnostics

/// Finds the YAML between the `---` lines at the start of a Markdown file.
struct FrontMatter {
  /// The YAML, without the lines that enclose it.
  let range: Range<Int>
  /// Everything after the closing line.
  let body: Range<Int>

  /// Nil, reported, when the file has no front matter or does not end it.
  init?(_ source: Source, into report: inout Report) {
    let bytes = source.bytes
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard let yaml = Self.fenceEnd(bytes, at: start) else {
      report.add(
        Diagnostic(
          "missing-front-matter", "the file does not begin with front matter", at: source.place(start..<start),
          help: "begin with a line `---`, then `title: …`, then another line `---`"))
      return nil
    }
    var line = yaml
    while line < bytes.count {
      if let after = Self.fenceEnd(bytes, at: line) {
        range = yaml..<line
        body = after..<bytes.count
        return
      }
      line = (bytes[line...].firstIndex(of: 0x0A) ?? bytes.count - 1) + 1
    }
    report.add(
      Diagnostic(
        "unclosed-front-matter", "the front matter is not closed", at: source.place(start..<yaml),
        help: "end it with a line `---`"))
    return nil
  }

  /// The offset after a line `---` that begins at `offset`, or nil when the line is another.
  private static func fenceEnd(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard bytes[offset...].starts(with: [0x2D, 0x2D, 0x2D]) else { return nil }
    var end = offset + 3
    while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 || bytes[end] == 0x0D { end += 1 }
    if end == bytes.count { return end }
    return bytes[end] == 0x0A ? end + 1 : nil
  }
}
