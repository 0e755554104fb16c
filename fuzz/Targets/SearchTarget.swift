import Content
import Dispatch

@testable import Search

/// A search in an index that somebody made up, all in one file.
enum SearchTarget {
  static func run(_ bytes: [UInt8]) {
    guard let index = try? IndexReader({ $0 == Head.file ? bytes : nil }) else { return }
    let engine = SearchEngine(index)
    for query in ["502 bad gateway", "upstrem", "\"connection refused\"", "é"] { _ = engine.search(query) }
  }

  /// The index of a few pages, whose files stand one behind the other: nothing made up leads to one from nothing.
  static func beginning() -> [UInt8] {
    let pages = [
      ("bad-gateway", "502 Bad Gateway", "The connection was refused by the upstream."),
      ("timeout", "504 Gateway Timeout", "Nothing came back in time: é, ü and others."),
      ("words", "Words", "An upstream is the server behind a proxy; a gateway is a proxy."),
    ].map { name, title, text in
      SearchDocument(
        path: SitePath("articles/\(name)/"), title: title, description: nil, keywords: ["nginx"], isArticle: true,
        facets: .init(topic: "t"),
        sections: [.init(id: "", heading: "", text: text, code: "proxy_pass http://127.0.0.1:8080;")])
    }
    nonisolated(unsafe) var bytes: [UInt8] = []
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let index = await IndexBuilder(documents: pages, language: "en")
        .build(synonyms: [["server", "upstream"]], in: "", jobs: 1) { $0 }
      bytes = Array(index.files.filter { $0.path.hasSuffix(".js") }.map(\.bytes).joined(separator: [0x0A]))
      done.signal()
    }
    done.wait()
    return bytes
  }
}
