import Checks
import Content
import Diagnostics
import Expectations
import Foundation
import Markdown
import Migration
import ProxyConfig

@testable import DevServer
@testable import Theme

/// What is done with bytes that somebody made up. It must end soon and must not trap; what comes of it is looked at where that
/// can be judged without knowing what was meant.
enum FuzzTarget {
  typealias Run = (_ bytes: [UInt8]) -> Void

  nonisolated(unsafe) static var chosen: Run = { _ in }

  nonisolated(unsafe) static let all: [String: Run] = [
    "markdown": markdown, "content": SiteTarget.run, "yaml": yaml, "template": template, "pattern": pattern,
    "signatures": LogTarget.signatures, "log": LogTarget.log, "search": SearchTarget.run, "request": request,
    "expectations": expectations, "migrate": migrate,
    "nginx": { ProxyTarget.run($0, "nginx", "/etc/nginx/nginx.conf") },
    "caddy": { ProxyTarget.run($0, "caddy", "/etc/caddy/Caddyfile") },
    "caddy-json": { ProxyTarget.run($0, "caddy", "/etc/caddy/caddy.json") },
    "haproxy": { ProxyTarget.run($0, "haproxy", "/etc/haproxy/haproxy.cfg") },
    "apache": { ProxyTarget.run($0, "apache", "/etc/apache2/apache2.conf") },
  ]

  static func source(_ bytes: [UInt8]) -> Source { Source(name: "input", bytes: bytes) }

  /// Every problem stands in the text, and can be told.
  static func tell(_ report: Report) {
    for problem in report.sorted {
      precondition(problem.place.range.upperBound <= problem.place.source.bytes.count, "a place beyond its text")
    }
    _ = report.rendered(.text, color: false, tool: ToolDescription(name: "fuzz", version: "0", address: ""))
  }

  private static func markdown(_ bytes: [UInt8]) {
    var report = Report()
    let text = MarkdownText.parse(source(bytes), options: MarkdownOptions(), into: &report)
    for slot in text.html.slots {
      precondition(slot.offset <= text.html.bytes.count && slot.link < text.links.count, "a slot of nothing")
    }
    _ = text.html.string()
    tell(report)
  }

  private static func yaml(_ bytes: [UInt8]) {
    var report = Report()
    _ = YAMLTree.documents(of: source(bytes), into: &report)
    tell(report)
  }

  private static func template(_ bytes: [UInt8]) {
    var report = Report()
    let pages = [
      "site/a": ViewSchema([.init("title", .text, "A title."), .init("is", .flag, "Something.")])
    ]
    let sources = TemplateSources(builtIn: ["site/a.mustache": source(bytes)])
    if let library = TemplateLibrary(sources, pages: pages, into: &report) {
      _ = library.page("site/a", View(["title": .text("<&"), "is": .flag(true)]))
    }
    tell(report)
  }

  /// A pattern in the first line, and the text it is held against.
  private static func pattern(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
    guard let pattern = try? Pattern(ByteText(parts.first ?? []), ignoresCase: bytes.count % 2 == 0) else { return }
    _ = pattern.firstMatch(in: ByteText(parts.count > 1 ? parts[1] : []))
  }

  private static func request(_ bytes: [UInt8]) {
    var reader = RequestReader()
    let middle = bytes.count / 2
    for part in [bytes[..<middle], bytes[middle...]] {
      reader.add(Array(part))
      reading: while true {
        switch reader.next() {
        case .request: continue
        case .incomplete, .malformed: break reading
        }
      }
    }
  }

  private static func expectations(_ bytes: [UInt8]) {
    var report = Report()
    if let file = ExpectationReader.read(source(bytes), into: &report), !report.hasErrors {
      _ = TestRun(file, ProxyTarget.sample.tracer, ProxyTarget.sample.project)
    }
    tell(report)
  }

  private static func migrate(_ bytes: [UInt8]) {
    var report = Report()
    PageServiceFile(source(bytes), image: "pages:1").findings(into: &report)
    _ = Fixes(report.sorted).unifiedDiff
    tell(report)
  }
}
