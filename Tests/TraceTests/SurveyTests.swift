import Diagnostics
import Foundation
import ProxyConfig
import Testing
import Trace

/// A survey works many traces out together and tells no words; what it finds must be what single traces find.
@Suite struct SurveyTests {
  private static let failures: [Failure] = [
    .refused, .timeout, .closed, .garbage, .tooBigHeader, .noLiveUpstream, .status(404), .status(502), .status(503),
    .none,
  ]

  @Test(arguments: FixtureTests.names)
  func findsWhatSingleTracesFind(_ name: String) throws {
    let directory = FixtureTests.folder.appendingPathComponent(name)
    let files = DiskFiles(mappings: [.init(from: "/fixture", to: directory.path)])
    let model = NginxModel(NginxReader.read("/fixture/nginx.conf", files: files))
    let single = NginxTracer(model, files: files, prefix: "/fixture")
    let survey = NginxTracer(model, files: files, prefix: "/fixture", eventsOnly: true)
    for line in try FixtureRequest.read(directory) {
      var visitor = survey.visitor(Question(line.request))
      for failures in [line.failures] + Self.failures.map({ Failures(everywhere: $0) }) {
        Self.expectSame(
          visitor.outcome(failures), single.trace(line.request, failures: failures), "\(line.text), \(failures)")
      }
      for code in [400, 404, 502] {
        let failures = Failures(everywhere: .refused, raised: code)
        Self.expectSame(
          visitor.outcome(failures), single.trace(line.request, failures: failures), "\(line.text), \(code) raised")
      }
    }
  }

  private static func expectSame(_ found: Outcome, _ expected: Outcome, _ what: String) {
    #expect(found.looksLike(expected), "\(what)")
    #expect(found.certainty == expected.certainty, "\(what)")
    #expect(found.headers == expected.headers, "\(what)")
    let steps = expected.steps.filter { $0.event != nil }
    #expect(found.steps.map(\.event) == steps.map(\.event), "\(what)")
    #expect(found.steps.map(\.scope) == steps.map(\.scope), "\(what)")
    #expect(found.steps.map { $0.place?.range } == steps.map { $0.place?.range }, "\(what)")
  }
}
