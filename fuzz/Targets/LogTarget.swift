import Content
import Diagnostics
import Explain
import Foundation

/// Signatures that a stranger wrote, and logs, explained by the signatures that come with the program.
enum LogTarget {
  static func signatures(_ bytes: [UInt8]) {
    let (catalogue, report) = load(["signatures/made-up.yaml": bytes])
    FuzzTarget.tell(report)
    explain(Array("2026/11/22 07:42:23 [error] 7#7: *1 connect() failed (111: Connection refused)\n".utf8), catalogue)
  }

  static func log(_ bytes: [UInt8]) { explain(bytes, own) }

  private static let own: SignatureCatalogue = {
    var files: [String: [UInt8]] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: "content")) ?? [] {
      if path.hasSuffix(".md") || path.hasSuffix(".yaml"),
        let data = FileManager.default.contents(atPath: "content/" + path)
      {
        files[path] = Array(data)
      }
    }
    return load(files).catalogue
  }()

  private static func load(_ files: [String: [UInt8]]) -> (catalogue: SignatureCatalogue, report: Report) {
    let files = files.map { ContentFolder.File(path: $0.key, contents: .bytes($0.value)) }
    return CatalogueLoader(ContentFolder(name: "content", files: files)).load()
  }

  /// The buffer is small, so that lines are cut. Nothing but where pieces end may differ from reading it at once.
  private static func explain(_ bytes: [UInt8], _ catalogue: SignatureCatalogue) {
    let whole = findings(bytes, catalogue, piece: .max)
    precondition(whole == findings(bytes, catalogue, piece: 997), "findings differ with where pieces end")
  }

  private static func findings(_ bytes: [UInt8], _ catalogue: SignatureCatalogue, piece: Int) -> [[Int]] {
    var explainer = Explainer(catalogue, year: 2026, capacity: 16_384)
    var summary = Summary(catalogue)
    var found: [[Int]] = []
    var rest = bytes[...]
    while explainer.step(
      { buffer in
        let count = min(buffer.count, piece, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      },
      each: { finding in
        summary.add(finding)
        found.append([finding.line, finding.signature, finding.status ?? -1, finding.time ?? -1])
      })
    {}
    return found
  }
}
