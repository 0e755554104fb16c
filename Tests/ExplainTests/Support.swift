import Content
import Diagnostics
import Explain
import Foundation
import TestSupport

/// The catalogue that the binary carries, read once.
enum Catalogue {
  static let loaded = load(below: PackageFolder.root.appending(path: "content"))
  static var own: SignatureCatalogue { loaded.catalogue }

  private static func load(below root: URL) -> (catalogue: SignatureCatalogue, report: Report) {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []
    let files = paths.filter { $0.hasSuffix(".md") || $0.hasSuffix(".yaml") }.compactMap { path in
      (try? Data(contentsOf: root.appending(path: path))).map {
        ContentFolder.File(path: path, contents: .bytes(Array($0)))
      }
    }
    return CatalogueLoader(ContentFolder(name: "content", files: files)).load()
  }

  /// A catalogue of files given as text.
  static func of(_ files: [String: String]) -> (catalogue: SignatureCatalogue, report: Report) {
    let files = files.map { ContentFolder.File(path: $0.key, contents: .bytes(Array($0.value.utf8))) }
    return CatalogueLoader(ContentFolder(name: "content", files: files)).load()
  }
}

/// A finding with everything that a test asks about.
struct Found: Equatable, CustomStringConvertible {
  var line = 1
  let component: String
  let cause: String
  let status: Int?
  let upstream: String?
  let path: String?
  let time: Int?
  let signature: Int

  var description: String {
    "\(line): \(component)/\(cause) \(status.map(String.init) ?? "-") \(upstream ?? "-") \(path ?? "-")"
  }
}

/// Explains a log given as bytes, handed over in pieces of `chunk`.
func explain(
  _ bytes: [UInt8], with catalogue: SignatureCatalogue = Catalogue.own, chunk: Int = .max, latest: Int = .max,
  capacity: Int = Explainer.standardCapacity
) -> (found: [Found], explainer: Explainer) {
  var explainer = Explainer(catalogue, year: 2026, latest: latest, capacity: capacity)
  var found: [Found] = []
  var rest = bytes[...]
  while true {
    let goesOn = explainer.step({ buffer in
      let count = min(buffer.count, chunk, rest.count)
      buffer.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      return count
    }) { finding in
      let signature = catalogue.signatures[finding.signature]
      found.append(
        Found(
          line: finding.line, component: signature.component, cause: signature.cause, status: finding.status,
          upstream: finding.upstreamText, path: finding.pathText, time: finding.time, signature: finding.signature))
    }
    if !goesOn { return (found, explainer) }
  }
}

func explain(_ text: String) -> [Found] { explain(Array(text.utf8)).found }
