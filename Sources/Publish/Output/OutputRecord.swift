/// What the last build wrote: the paths that a later build may remove. Kept beside the output as a list of lines.
struct OutputRecord: Sendable, Equatable {
  static let fileName = ".interlude-manifest"
  private static let header = "interlude output 1"

  var paths: Set<String>

  init(paths: some Sequence<String>) {
    self.paths = Set(paths)
  }

  /// Nil when the bytes are no record; a damaged one is never trusted with what may be removed.
  init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first == Self.header[...], lines.last == "", lines.count >= 3, lines[lines.count - 2] == "end" else {
      return nil
    }
    let paths = lines[1..<lines.count - 2].map(String.init)
    guard paths.allSatisfy(Self.isSafe) else { return nil }
    self.init(paths: paths)
  }

  var bytes: [UInt8] {
    let sorted = paths.sorted { $0.precedesInUTF8($1) }
    return Array(([Self.header] + sorted + ["end", ""]).joined(separator: "\n").utf8)
  }

  /// A record's bytes with some paths taken out and others put in, the long rest untouched; nil when the bytes are no
  /// record in order.
  static func bytes(_ record: [UInt8], removing removed: [String], adding added: [String]) -> [UInt8]? {
    let (head, tail) = (Array("\(header)\n".utf8), Array("end\n".utf8))
    guard record.starts(with: head), record.count >= head.count + tail.count, record.suffix(tail.count) == tail[...]
    else { return nil }
    let newline = UInt8(ascii: "\n")
    var starts = [head.count]
    for index in head.count..<record.count - tail.count where record[index] == newline { starts.append(index + 1) }
    func line(_ number: Int) -> ArraySlice<UInt8> { record[starts[number]..<starts[number + 1] - 1] }
    /// The first line that does not come before a path.
    func place(_ path: String) -> Int {
      var (low, high) = (0, starts.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if line(middle).lexicographicallyPrecedes(path.utf8) { low = middle + 1 } else { high = middle }
      }
      return low
    }
    var changes: [(line: Int, path: String, isNew: Bool)] = []
    for path in removed {
      let place = place(path)
      guard place < starts.count - 1, line(place).elementsEqual(path.utf8) else { return nil }
      changes.append((place, path, false))
    }
    for path in added { changes.append((place(path), path, true)) }
    // What is put in stands before the line that is taken out at the same place.
    changes.sort { left, right in
      if left.line != right.line { return left.line < right.line }
      if left.isNew != right.isNew { return left.isNew }
      return left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
    }
    var result: [UInt8] = []
    result.reserveCapacity(record.count + added.count * 80)
    var next = 0
    for change in changes {
      result += record[next..<starts[change.line]]
      next = change.isNew ? starts[change.line] : starts[change.line + 1]
      if change.isNew {
        result += change.path.utf8
        result.append(newline)
      }
    }
    return result + record[next...]
  }

  /// Whether a path stays inside the output folder.
  static func isSafe(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { bytes in
      var (start, isSafe) = (0, !bytes.isEmpty)
      for end in 0...bytes.count where end == bytes.count || bytes[end] == UInt8(ascii: "/") {
        let dots = bytes[start..<end].allSatisfy { $0 == UInt8(ascii: ".") }
        if end == start || dots && end - start <= 2 { isSafe = false }
        start = end + 1
      }
      for byte in bytes where byte == 0 || byte == UInt8(ascii: "\n") { isSafe = false }
      return isSafe
    }
  }
}
