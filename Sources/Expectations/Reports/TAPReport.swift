import Content
import Diagnostics
import Escaping

/// The Test Anything Protocol, version 14.
enum TAPReport {
  static func render(_ runs: [TestRun]) -> String {
    let results = runs.flatMap { run in run.results.map { (run, $0) } }
    var lines = ["TAP version 14", "1..\(results.count)"]
    for (index, (run, result)) in results.enumerated() {
      lines.append("\(result.passes ? "ok" : "not ok") \(index + 1) - \(escaped(result.test.name.value))")
      lines += result.notes.map { "# " + TerminalText.harmless($0) }
      guard !result.passes else { continue }
      lines.append("  ---")
      lines.append("  message: " + JSON.string(run.explanation(result)).serialized(.compact))
      lines.append("  at: " + JSON.string("\(run.name):\(run.line(of: result.test.name.place))").serialized(.compact))
      lines.append("  ...")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// In a description `#` begins a directive and `\` escapes.
  private static func escaped(_ text: String) -> String {
    TerminalText.harmless(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }
}
