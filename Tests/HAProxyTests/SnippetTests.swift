import Diagnostics
import Foundation
import HAProxy
import ProxyConfig
import TestSupport
import Testing
import Trace

/// The configuration that comes with a pack of error pages is read, and brands what it is for.
@Suite struct SnippetTests {
  private static let files = DiskFiles(mappings: [
    .init(
      from: "/etc/haproxy/interlude",
      to: PackageFolder.root.appending(path: "public/error-pages/config/haproxy").path),
    .init(from: "/var/www/error-pages", to: PackageFolder.root.appending(path: "public/error-pages").path),
  ])

  private static func model(_ names: [String]) throws -> HAProxyModel {
    let sources = try names.map { name in
      let path = "/etc/haproxy/interlude/\(name)"
      return Source(name: path, bytes: try files.read(path))
    }
    return HAProxyModel(HAProxyReader.read(sources), files: files, believes: { files.exists($0) })
  }

  @Test("interlude.cfg with its example", arguments: [Failure.refused, .timeout, .closed, .garbage, .status(503)])
  func branded(_ failure: Failure) throws {
    let model = try Self.model(["interlude.cfg", "example.cfg"])
    #expect(model.tree.report.sorted.map(\.message) == [])
    let question = Question.plainVisitor(Request(host: "www.example.com"))
    let outcome = HAProxyTracer(model).trace(question.facing(Failures(everywhere: failure)))
    #expect(outcome.certainty == .exact, "\(outcome.certainty)")
    #expect(outcome.status >= 500)
    guard case .inline(let text) = outcome.body else {
      Issue.record("no page: \(outcome.body)")
      return
    }
    #expect(text.contains("<html"), "\(text.prefix(200))")
    #expect(outcome.headers.contains(.init("content-type", "text/html; charset=utf-8")))
    #expect(!outcome.headers.contains { $0.name == "x-interlude-page" })
    let api = question.sending { $0.target = "/api/x" }.facing(Failures(everywhere: .status(503)))
    let other = HAProxyTracer(model).trace(api)
    #expect(other.body == .upstream)
  }

  @Test func errorFiles() throws {
    let model = try Self.model(["errorfiles.cfg"])
    #expect(model.tree.report.sorted.map(\.message) == [])
  }
}
