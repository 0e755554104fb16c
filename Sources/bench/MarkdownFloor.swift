import CCommonMark
import Foundation

/// The least that converting Markdown takes: libcmark alone, on one core, the HTML thrown away.
enum MarkdownFloor {
  static func convert(below folder: String) throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }.sorted()
    var bytes = 0
    for path in paths {
      let text = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)"))
      text.withUnsafeBytes { buffer in
        let pointer = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
        guard let html = cmark_markdown_to_html(pointer, buffer.count, CMARK_OPT_DEFAULT) else { return }
        bytes += strlen(html)
        free(html)
      }
    }
    print("\(paths.count) files, \(bytes) bytes of HTML")
  }
}
