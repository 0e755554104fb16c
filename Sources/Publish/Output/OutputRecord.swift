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
    Array(([Self.header] + paths.sorted() + ["end", ""]).joined(separator: "\n").utf8)
  }

  /// Whether a path stays inside the output folder.
  static func isSafe(_ path: String) -> Bool {
    !path.isEmpty && !path.contains("\n") && !path.contains("\0")
      && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && $0 != "." && $0 != ".."
      }
  }
}
