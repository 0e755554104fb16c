import Diagnostics
import ProxyConfig
import Trace

/// Holds an answer against what is expected of it.
struct Judgement {
  /// An expectation that does not hold: the kind of problem and what is wrong.
  struct Miss {
    let expectation: Expectation
    let id: String
    let message: String
    var note: String?
  }

  let outcome: Outcome

  /// Headers of another answer than the one expected tell nothing more, and are left out.
  func misses(_ expectations: [Expectation]) -> [Miss] {
    let all = expectations.compactMap(miss)
    let isOther = all.contains { ["unexpected-body", "unexpected-page"].contains($0.id) }
    return isOther ? all.filter { $0.id != "unexpected-header" } : all
  }

  /// What cannot be checked without the real server, in words; nil when everything can.
  func unchecked(_ expectation: Expectation) -> String? {
    guard case .within(let limit) = expectation.what, outcome.wait == .unknown else { return nil }
    return "within \(Seconds.written(limit)): not checked by the simulator, which does not know this limit; "
      + "--rehearse measures it"
  }

  private func miss(_ expectation: Expectation) -> Miss? {
    switch expectation.what {
    case .status(let status):
      guard outcome.status != status else { return nil }
      let wanted = status == 0 ? "no answer" : String(status)
      return Miss(
        expectation: expectation, id: "unexpected-status",
        message:
          "the status is \(outcome.status == 0 ? "missing: the connection is closed" : outcome.statusText), not \(wanted)"
      )
    case .body(let kind):
      guard outcome.body.kind != kind else { return nil }
      return Miss(
        expectation: expectation, id: "unexpected-body", message: "the body is \(bodyWords), not \(Self.words(kind))")
    case .page(let path):
      if case .file(let sent) = outcome.body, PathText.normal(sent) == PathText.normal(path) { return nil }
      return Miss(
        expectation: expectation, id: "unexpected-page", message: "the page is \(bodyWords), not \(path)")
    case .location(let target):
      guard outcome.location != target else { return nil }
      return Miss(
        expectation: expectation, id: "unexpected-location",
        message: outcome.location.map { "the redirect leads to \($0), not to \(target)" }
          ?? "there is no redirect to \(target)")
    case .header(let name, let value): return header(name, value, expectation)
    case .upstream(let peer): return upstream(peer, expectation)
    case .within(let limit): return time(limit, expectation)
    }
  }

  private func header(_ name: String, _ value: String, _ expectation: Expectation) -> Miss? {
    let sent = outcome.headers.filter { $0.name == name }.map(\.value).joined(separator: ", ")
    guard sent != value else { return nil }
    let isSent = outcome.headers.contains { $0.name == name }
    return Miss(
      expectation: expectation, id: "unexpected-header",
      message: isSent ? "the header \(name) is “\(sent)”, not “\(value)”" : "the header \(name) is not sent")
  }

  private func upstream(_ peer: String, _ expectation: Expectation) -> Miss? {
    let asked = outcome.askedPeers.last ?? []
    if peer == "none" {
      guard !asked.isEmpty else { return nil }
      return Miss(
        expectation: expectation, id: "unexpected-upstream",
        message: "\(asked.joined(separator: ", ")) is asked, and nobody should be")
    }
    guard !asked.contains(peer) else { return nil }
    let found = asked.isEmpty ? "no upstream is asked" : "\(asked.joined(separator: ", ")) is asked"
    return Miss(expectation: expectation, id: "unexpected-upstream", message: "\(found), not \(peer)")
  }

  private func time(_ limit: Double, _ expectation: Expectation) -> Miss? {
    switch outcome.wait {
    case .endless:
      Miss(
        expectation: expectation, id: "too-slow",
        message: "nothing limits the wait, so there is no answer within \(Seconds.written(limit))")
    case .seconds(let seconds) where seconds > limit:
      Miss(
        expectation: expectation, id: "too-slow",
        message: "the answer comes after \(Seconds.written(seconds)), not within \(Seconds.written(limit))",
        note: "That is the sum of the limits on every upstream that stays silent.")
    case .seconds, .unknown: nil
    }
  }

  private var bodyWords: String {
    if case .file(let path) = outcome.body { return path }
    return Self.words(outcome.body.kind)
  }

  private static func words(_ kind: String) -> String {
    switch kind {
    case "file": "a file"
    case "builtin": "the proxy's own page"
    case "upstream": "the upstream's answer"
    case "inline": "a text of the configuration"
    case "redirect": "a redirect"
    default: "empty"
    }
  }
}

extension Outcome {
  /// The upstreams that were asked, in order; of each question the addresses that might be tried.
  var askedPeers: [[String]] {
    steps.compactMap { step in
      if case .asked(let peers) = step.event { peers } else { nil }
    }
  }

  /// The last thing the configuration says about the answer, and why.
  var decision: Step? {
    steps.last { step in
      guard step.place != nil else { return false }
      return switch step.event {
      case .file, .answered, .redirected, .asked, .replaced, .passedOn, .errorPage, .noErrorPage, .denied, .takenOver,
        .raised, .bodyTooLarge, .waits, .redirectLimit, .missingNamedLocation, .noneFound:
        true
      default: false
      }
    } ?? steps.last { $0.place != nil }
  }

  /// The words of the configuration that led to an error page.
  var pageLines: [Place] {
    steps.compactMap { step in
      switch step.event {
      case .errorPage, .takenOver: step.place
      default: nil
      }
    }
  }
}
