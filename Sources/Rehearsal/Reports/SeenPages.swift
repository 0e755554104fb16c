import Escaping
import Trace

/// The bodies of a rehearsal, each one once, with the answers that had it.
struct SeenPages {
  struct Page {
    let number: Int
    let contentType: String
    let bytes: [UInt8]
    fileprivate(set) var rows: [RehearsedRow]

    var isHTML: Bool { contentType.lowercased().contains("html") }
  }

  private(set) var all: [Page] = []
  private var numbers: [Key: Int] = [:]

  private struct Key: Hashable {
    let contentType: String
    let bytes: [UInt8]
  }

  /// More are not kept, so that a report can be opened.
  private static let most = 300

  init(_ rows: [RehearsedRow]) {
    for row in rows where !row.seen.body.isEmpty {
      let type = row.seen.header("content-type") ?? ""
      let key = Key(contentType: type, bytes: row.seen.body)
      if let number = numbers[key] {
        all[number - 1].rows.append(row)
      } else if all.count < Self.most {
        all.append(Page(number: all.count + 1, contentType: type, bytes: row.seen.body, rows: [row]))
        numbers[key] = all.count
      }
    }
  }

  /// The page that came with a row; nil where there was none.
  func number(of row: RehearsedRow) -> Int? {
    numbers[Key(contentType: row.seen.header("content-type") ?? "", bytes: row.seen.body)]
  }
}

extension SeenPages.Page {
  /// Longer ones are cut, and that is said.
  private static let longest = 1 << 18

  /// The page in a frame in which no script runs and that nothing is loaded into, and its source.
  var html: String {
    let shown = String(decoding: bytes.prefix(Self.longest), as: UTF8.self)
    let size =
      "\(bytes.count) byte\(bytes.count == 1 ? "" : "s")\(bytes.count > Self.longest ? ", of which the first \(Self.longest) are shown" : "")"
    let first = rows[0]
    let others = rows.count > 1 ? " and \(rows.count - 1) more" : ""
    let source = "<pre tabindex=\"0\">\(HTML(text: shown).markup)</pre>"
    let frame =
      "<iframe sandbox=\"\" loading=\"lazy\" title=\"Page \(number) as it was seen\" srcdoc=\"\(HTML(text: Self.tamed(shown)).markup)\"></iframe>"
    return """
      <figure id="page-\(number)">
      <figcaption><strong>Page \(number)</strong> \(ReportText.safe(contentType.isEmpty ? "no Content-Type" : contentType)), \(size); \
      \(ReportText.safe(first.title)), \(ReportText.safe(first.label))\(others)</figcaption>
      \(isHTML ? "\(frame)\n<details><summary>Source</summary>\(source)</details>" : source)
      </figure>

      """
  }

  /// A page's policy stops what is loaded, but not the connections that a browser makes ready for a `link` or a frame, so no
  /// page has one.
  private static func tamed(_ page: String) -> String {
    page.replacing(#/<(?=link|iframe|frame)/#.ignoresCase(), with: "<x-")
  }
}

/// A stranger's words in a page: escaped, without marks that turn other text around.
enum ReportText {
  static func safe(_ text: String) -> String { "<bdi>\(HTML(text: TerminalText.harmless(text)).markup)</bdi>" }
}
