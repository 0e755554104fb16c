import Diagnostics
import Foundation
import TestSupport
import Testing

@Suite("Problems as a person and as a program see them")
struct ReporterTests {
  static let source = Source(
    name: "content/a.md",
    text: "first line\r\nzweite Zeile mit ä und [x](y.md) am Ende\n\u{1B}[31mrot\u{202E}\n漢字の行 broken\n"
      + String(repeating: "long ", count: 60) + "SPOT" + String(repeating: " tail", count: 40))

  static var report: Report {
    var report = Report()
    report.add(
      at(
        "y.md", "dead-link", .error, "the link leads nowhere", notes: ["there is no y.md"], help: "did you mean `z.md`?"
      ))
    report.add(at("rot", "strange", .warning, "control \u{1B}[2J in the message"))
    report.add(at("broken", "wide", .info, "after wide characters"))
    report.add(at("SPOT", "long", .error, "in a long line"))
    let first = Place(source: source, range: 0..<5)
    report.add(
      Diagnostic(
        "two-places", "two places: a, b 100%", at: first,
        related: [.init("the other", at: at("broken", "", .info, "").place)]))
    report.add(Diagnostic("whole-file", "cannot be read", at: Place(file: "content/gone,really:yes.md")))
    return report
  }

  private static func at(
    _ text: String, _ id: String, _ severity: Severity, _ message: String, notes: [String] = [], help: String? = nil
  ) -> Diagnostic {
    let all = String(decoding: source.bytes, as: UTF8.self)
    let range = all.range(of: text).map {
      all.utf8.distance(
        from: all.startIndex, to: $0.lowerBound)..<all.utf8.distance(from: all.startIndex, to: $0.upperBound)
    }
    return Diagnostic(id, severity, message, at: source.place(range ?? 0..<0), notes: notes, help: help)
  }

  @Test("each form matches its golden file", arguments: ReportFormat.allCases)
  func golden(_ format: ReportFormat) {
    let tool = ToolDescription(name: "interlude", version: "0", address: "https://interlude.example/")
    let url = PackageFolder.root.appending(path: "Tests/DiagnosticsTests/Expected/report.\(format.rawValue)")
    Golden.expect(Self.report.rendered(format, tool: tool), equals: url)
  }

  @Test("JSON and SARIF are JSON")
  func isJSON() throws {
    let tool = ToolDescription(name: "interlude", version: "0", address: "https://interlude.example/")
    for format in [ReportFormat.json, .sarif] {
      _ = try JSONSerialization.jsonObject(with: Data(Self.report.rendered(format, tool: tool).utf8))
    }
  }

  @Test("no byte of a stranger's text reaches the terminal as a command")
  func harmless() {
    let tool = ToolDescription(name: "interlude", version: "0", address: "")
    let text = Self.report.rendered(.text, color: false, tool: tool)
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
  }

  @Test("the order of discovery plays no part")
  func order() {
    let shuffled = Report(Self.report.sorted.reversed())
    #expect(shuffled.sorted.map(\.id) == Self.report.sorted.map(\.id))
  }
}
