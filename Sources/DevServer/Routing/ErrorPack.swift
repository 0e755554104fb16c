internal import Foundation
internal import ProxySnippets

/// What a proxy would know of the pack of error pages: read from the pack's own files, as a proxy does.
struct ErrorPack: Sendable {
  let pages: any PageSource
  /// Ascending.
  let codes: [Int]
  /// The default language first.
  let languages: [String]

  private struct Manifest: Decodable {
    let codes: [Int]
    let languages: [String]
  }

  init(_ pages: any PageSource) {
    self.pages = pages
    let manifest = pages.file("error-pages/manifest.json").flatMap {
      try? JSONDecoder().decode(Manifest.self, from: Data($0))
    }
    codes = manifest?.codes ?? []
    languages = manifest?.languages ?? []
  }

  /// The head of the page as a whole response, `error-pages/en/502.http`: the status line's reason and the fields.
  func head(_ language: String, _ code: Int) -> (reason: String, fields: [(name: String, value: String)])? {
    guard let bytes = pages.file("error-pages/\(language)/\(code).http") else { return nil }
    var lines = bytes.prefix(4096).split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self)
    }
    let status = lines.removeFirst().split(separator: " ", maxSplits: 2)
    let fields = lines.prefix { !$0.isEmpty }.compactMap { line -> (name: String, value: String)? in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1].drop { $0 == " " })) : nil
    }
    return (status.count > 2 ? String(status[2]) : "", fields)
  }
}
