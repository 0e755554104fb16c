import Diagnostics
import Proxies
import ProxyConfig
import Testing
import Trace

@testable import Checks

/// Every rule proves itself by its own samples.
@Suite("Rules")
struct RuleSampleTests {
  /// One sample of one rule, named for the test's output.
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: any Rule.Type
    let sample: Sample
    let isFailing: Bool
    var testDescription: String { "\(rule.description.id): \(sample.text)" }
  }

  static let cases: [Case] = ProxyList.rules.flatMap { rule in
    rule.description.failing.map { Case(rule: rule, sample: $0, isFailing: true) }
      + rule.description.passing.map { Case(rule: rule, sample: $0, isFailing: false) }
  }

  @Test("a failing sample is found exactly at its marks, a passing one is left alone", arguments: cases)
  func sample(_ test: Case) {
    let project = test.sample.project
    #expect(project.tree.report.sorted.map(\.message) == [], "the sample is damaged")
    let found = Checker.findings(of: test.rule, in: project).filter { test.isFailing || $0.severity > .info }
    let places = found.map { Self.text(test.sample, $0.place.range) }
    let expected = test.sample.marks.map { Self.text(test.sample, $0) }
    #expect(places == expected, "\(project.story)")
    #expect(test.isFailing == !test.sample.marks.isEmpty)
    for finding in found { #expect(finding.id == test.rule.description.id) }
  }

  @Test("an error is a request: it is followed again and the same comes out", arguments: cases)
  func evidence(_ test: Case) {
    let project = test.sample.project
    for finding in Checker.findings(of: test.rule, in: project) {
      if finding.severity == .error, !test.rule.description.isAboutText {
        #expect(finding.evidence != nil, "\(finding.message)")
      }
      guard let traced = finding.evidence as? TracedRequest else { continue }
      let again = test.sample.tracer.trace(traced.question)
      #expect(again.looksLike(traced.outcome), "\(traced.arguments): \(traced.answer)")
    }
  }

  private static func text(_ sample: Sample, _ range: Range<Int>) -> String {
    "\(range.lowerBound): \(String(decoding: Array(sample.text.utf8)[range.clamped(to: 0..<sample.text.utf8.count)], as: UTF8.self))"
  }

  @Test(
    "a shared rule shows itself on every proxy, or says why it cannot speak of one",
    arguments: ProxyList.rules.filter { $0 is any SharedRule.Type }.map { $0.description.id })
  func everyProxy(_ id: String) throws {
    let rule = try #require(ProxyList.rules.description(of: id))
    for proxy in ProxyList.all {
      if let reason = rule.notFor[proxy.kind] {
        #expect(reason.hasSuffix(".") && !rule.failing.contains { $0.kind == proxy.kind }, "\(proxy.kind.rawValue)")
      } else {
        for samples in [rule.failing, rule.passing] {
          #expect(samples.contains { $0.kind == proxy.kind }, "\(proxy.kind.rawValue)")
        }
      }
    }
    #expect(rule.notFor.keys.allSatisfy { kind in ProxyList.all.contains { $0.kind == kind } })
  }

  @Test("ids are unique, in kebab case, and every rule has both kinds of samples")
  func descriptions() {
    let ids = ProxyList.rules.map { $0.description.id }
    #expect(Set(ids).count == ids.count)
    for rule in ProxyList.rules {
      let description = rule.description
      #expect(description.id.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(description.id)")
      #expect(!description.failing.isEmpty && !description.passing.isEmpty, "\(description.id)")
      #expect(!description.summary.hasSuffix(".") && description.rationale.hasSuffix("."), "\(description.id)")
    }
  }
}

extension Sample {
  /// Follows single requests as `interlude trace --plain-visitor` does.
  var tracer: any Tracer {
    let proxy = ProxyList.proxy(named: kind.rawValue) ?? NginxProxy()
    return proxy.tracer(path, machine(prefix: proxy.usualPrefix), isPlainVisitor: true).tracer
  }
}

extension LoadedProxy {
  /// What was traced, for a failing test.
  var story: String {
    visitsByRoute.flatMap(\.self).map { visit in
      let steps = visit.outcome.steps.map { "    " + $0.text }.joined(separator: "\n")
      return
        "\(visit.request.method) \(visit.request.target) \(visit.manner) \(visit.trouble) → \(visit.ending) \(visit.outcome.status)\n\(steps)"
    }.joined(separator: "\n")
  }
}
