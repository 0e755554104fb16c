import Explain
import Testing

@Suite("Lines that other people pasted")
struct PastedLineTests {
  @Test("each is given the cause that a person gave it", arguments: PastedLine.programs)
  func cause(_ program: String) {
    let lines = PastedLine.all.filter { $0.program == program }
    #expect(!lines.isEmpty)
    expectCauses(of: lines) { $0 }
  }

  @Test("and keeps it behind what collectors and terminals put there", arguments: Wrapper.all)
  func wrapped(_ wrapper: Wrapper) {
    let bare = PastedLine.all.filter(\.isBare)
    #expect(bare.count > 80)
    expectCauses(of: bare, wrapper.wrap)
  }

  /// Explains the lines as one log: making an explainer for each would take most of the time.
  private func expectCauses(of lines: [PastedLine], _ wrap: (String) -> String) {
    var causes: [Int: [String]] = [:]
    for finding in explain(lines.map { wrap($0.text) }.joined(separator: "\n")) {
      causes[finding.line, default: []].append(finding.cause)
    }
    for (number, line) in lines.enumerated() {
      #expect(causes[number + 1] ?? [] == line.cause.map { [$0] } ?? [], "\(wrap(line.text).prefix(200))")
    }
  }

  @Test("Traefik's console log in colour")
  func coloured() {
    let line =
      "\u{1B}[90m2026-11-22T07:42:23Z\u{1B}[0m \u{1B}[31mDBG\u{1B}[0m \u{1B}[1mproxy.go:121\u{1B}[0m\u{1B}[36m >\u{1B}[0m 504 Gateway Timeout \u{1B}[36merror=\u{1B}[0m\u{1B}[31m\"context deadline exceeded\"\u{1B}[0m"
    #expect(explain(line).map(\.cause) == ["upstream-read-timeout"])
  }
}
