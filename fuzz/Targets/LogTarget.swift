import Content
import Diagnostics
import Explain
import Foundation

/// Signatures that a stranger wrote, and logs, explained by the signatures that come with the program.
enum LogTarget {
  static func signatures(_ bytes: [UInt8]) {
    let (catalogue, report) = load(["signatures/made-up.yaml": bytes])
    FuzzTarget.tell(report)
    explain(
      Array("2026/11/22 07:42:23 [error] 7#7: *1 connect() failed (111: Connection refused)\n".utf8), ready(catalogue))
  }

  static func log(_ bytes: [UInt8]) { explain(bytes, own) }

  /// An empty summary, and an explainer that has looked at a line of each kind: to make its matchers takes a thousand times as
  /// long as most inputs do.
  private struct Ready {
    let summary: Summary
    let explainer: Explainer
  }

  private static func ready(_ catalogue: SignatureCatalogue) -> Ready {
    // The buffer is small, so that lines are cut.
    var explainer = Explainer(catalogue, year: 2026, capacity: 16_384)
    var lines = Array("2026/11/22 07:42:23 [error] 7#7: *1 made up\nNov 22 07:42:23 host haproxy[7]: made up\n".utf8)[
      ...]
    read(&lines, with: &explainer, piece: .max) { _ in }
    return Ready(summary: Summary(catalogue), explainer: explainer)
  }

  nonisolated(unsafe) private static let own: Ready = {
    var files: [String: [UInt8]] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: "content")) ?? [] {
      if path.hasSuffix(".md") || path.hasSuffix(".yaml"),
        let data = FileManager.default.contents(atPath: "content/" + path)
      {
        files[path] = Array(data)
      }
    }
    return ready(load(files).catalogue)
  }()

  private static func load(_ files: [String: [UInt8]]) -> (catalogue: SignatureCatalogue, report: Report) {
    let files = files.map { ContentFolder.File(path: $0.key, contents: .bytes($0.value)) }
    return CatalogueLoader(ContentFolder(name: "content", files: files)).load()
  }

  /// Nothing but where pieces end may differ from reading a log at once.
  private static func explain(_ bytes: [UInt8], _ ready: Ready) {
    let whole = findings(bytes, ready, piece: .max)
    precondition(whole == findings(bytes, ready, piece: 997), "findings differ with where pieces end")
  }

  private static func findings(_ bytes: [UInt8], _ ready: Ready, piece: Int) -> [[Int]] {
    var explainer = ready.explainer
    var summary = ready.summary
    var found: [[Int]] = []
    var rest = bytes[...]
    read(&rest, with: &explainer, piece: piece) { finding in
      summary.add(finding)
      found.append([finding.line, finding.signature, finding.status ?? -1, finding.time ?? -1])
    }
    return found
  }

  private static func read(
    _ rest: inout ArraySlice<UInt8>, with explainer: inout Explainer, piece: Int, each: (Finding) -> Void
  ) {
    var isOpen = true
    while isOpen {
      isOpen = explainer.step(
        { buffer in
          let count = min(buffer.count, piece, rest.count)
          buffer.copyBytes(from: rest.prefix(count))
          rest = rest.dropFirst(count)
          return count
        }, each: each)
    }
  }
}
