import Foundation
import Testing

/// A program that says what Markdown means, to be compared with: `cmark` for CommonMark, `cmark-gfm` for GFM.
struct Judge {
  let path: String
  let arguments: [String]

  static let commonMark = find("cmark", ["--unsafe"])
  static let safeCommonMark = find("cmark", [])
  static let gfm = find(
    "cmark-gfm", ["--unsafe", "-e", "table", "-e", "strikethrough", "-e", "tasklist", "-e", "autolink"])

  /// What is said of a test that cannot run without its judge.
  static let missing: Comment = "needs the programs cmark and cmark-gfm (Debian packages of the same names)"

  private static func find(_ name: String, _ arguments: [String]) -> Judge? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }.map {
      Judge(path: $0, arguments: arguments)
    }
  }

  /// The HTML for a text.
  func render(_ text: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(text.utf8))
    try input.fileHandleForWriting.close()
    let html = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: html, as: UTF8.self)
  }
}

/// The examples of the GFM specification, which contains CommonMark's. The text is CC BY-SA 4.0 and not kept here; it
/// comes with the Debian package of cmark-gfm. `INTERLUDE_GFM_SPEC` names another copy, gzipped or not.
enum Specification {
  static let missing: Comment = "needs the specification's text (Debian package cmark-gfm, or INTERLUDE_GFM_SPEC)"

  static let examples: [String] = load()

  private static func load() -> [String] {
    let path =
      ProcessInfo.processInfo.environment["INTERLUDE_GFM_SPEC"] ?? "/usr/share/doc/cmark-gfm/spec.txt.gz"
    guard let text = read(path) else { return [] }
    let fence = String(repeating: "`", count: 32)
    var examples: [String] = []
    var current: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if current == nil {
        if line.hasPrefix(fence + " example") { current = [] }
      } else if line == "." || line.hasPrefix(fence) {
        if let lines = current, line == "." {
          examples.append(lines.map { $0 + "\n" }.joined().replacing("→", with: "\t"))
          current = nil
        }
      } else {
        current?.append(line)
      }
    }
    return examples
  }

  private static func read(_ path: String) -> String? {
    guard FileManager.default.isReadableFile(atPath: path) else { return nil }
    guard path.hasSuffix(".gz") else { return try? String(contentsOfFile: path, encoding: .utf8) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", path]
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
