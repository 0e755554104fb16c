import Diagnostics
import Foundation
import ProxyConfig
import Testing

/// Real configurations, token by token as crossplane reads them.
///
/// Off unless `INTERLUDE_SERVERS=1`; crossplane is in `.venv` (`scripts/install-test-tools.sh`).
@Suite struct CrossplaneTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let python = root.appendingPathComponent(".venv/bin/python").path
  static let isOn = AgreementTests.isOn && FileManager.default.isExecutableFile(atPath: python)

  /// Where crossplane is known to differ from nginx: it leaves `\n` and the like as they are written.
  private static let differing = ["api-gateway.conf"]

  /// Files of other people, those of this project's own pack, and the kitchen sink.
  static let files: [String] =
    ["Tests/ProxyConfigTests/PublicConfigs", "public/error-pages/config/nginx", "Tests/ChecksTests/WellBuilt"]
    .flatMap { folder in
      let all = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
      return (all?.compactMap { $0 as? String } ?? []).sorted().map { folder + "/" + $0 }
    }
    .filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path, isDirectory: &isFolder)
        && !isFolder.boolValue && !path.hasSuffix(".md") && !path.hasSuffix("Caddyfile")
        && !differing.contains { path.hasSuffix($0) }
    } + ["Tests/NginxDifferentialTests/kitchen-sink.conf"]

  @Test func thereAreEnough() {
    #expect(Self.files.count { $0.contains("PublicConfigs") } >= 17)
  }

  @Test(.enabled(if: isOn, "set INTERLUDE_SERVERS=1 and run scripts/install-test-tools.sh"), arguments: files)
  func readsTheSameTokens(_ file: String) throws {
    let path = Self.root.appendingPathComponent(file).path
    let tokens = try crossplane(path)
    // Included files are not followed: a view without any file.
    let source = Source(name: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    let tree = NginxReader.read(source, files: MemoryFiles())
    var ours: [Token] = []
    collect(tree.directives, LineIndex(source), into: &ours)
    #expect(ours.map(\.text) == tokens.map(\.text))
    // crossplane gives the line a quoted word ends on.
    let places = zip(ours, tokens).filter { !$0.1.isQuoted && $0.0.line > 0 && $0.0.line != $0.1.line }
    #expect(places.map { "\($0.0.text): line \($0.0.line), not \($0.1.line)" } == [])
  }

  private struct Token {
    let text: String
    let line: Int
    let isQuoted: Bool
  }

  private func collect(_ directives: [Directive], _ lines: LineIndex, into tokens: inout [Token]) {
    for directive in directives {
      for word in directive.words {
        tokens.append(
          Token(text: word.value, line: lines.position(at: word.range.lowerBound).line, isQuoted: word.isQuoted))
      }
      guard let block = directive.block else {
        tokens.append(Token(text: ";", line: 0, isQuoted: false))
        continue
      }
      tokens.append(Token(text: "{", line: 0, isQuoted: false))
      collect(block, lines, into: &tokens)
      tokens.append(Token(text: "}", line: 0, isQuoted: false))
    }
  }

  private func crossplane(_ path: String) throws -> [Token] {
    let process = Process()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "crossplane_tokens.py")
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = [script.path, path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let rows = try JSONSerialization.jsonObject(with: data) as? [[Any]] ?? []
    return rows.compactMap { row in
      guard row.count == 3, let text = row[0] as? String, let line = row[1] as? Int, let isQuoted = row[2] as? Bool,
        isQuoted || !text.hasPrefix("#")
      else { return nil }
      return Token(text: text, line: line, isQuoted: isQuoted)
    }
  }
}
