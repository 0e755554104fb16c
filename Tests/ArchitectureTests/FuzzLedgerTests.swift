import Foundation
import TestSupport
import Testing

/// What docs/trust.md says was tried is what the ledger of the runs says.
@Suite struct FuzzLedgerTests {
  @Test func tableIsTheLedger() throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: PackageFolder.root.appending(path: path), encoding: .utf8)
    }
    let rows = try text("fuzz/ledger.tsv").split(separator: "\n").map { line in
      "| " + line.replacing("\t", with: " | ") + " | "
    }
    let page = try text("docs/trust.md")
    for row in rows { #expect(page.contains("\n" + row), "run scripts/fuzz.sh table") }
    // A target without a row is never run.
    let program = try text("fuzz/Targets/FuzzTarget.swift")
    let table = try #require(program.firstMatch(of: #/static let all: \[String: Run\] = \[(?s)(.*?)\n  \]/#)?.1)
    let targets = Set(table.matches(of: #/"([a-z-]+)": /#).map { String($0.output.1) })
    #expect(targets == Set(rows.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }))
  }
}
