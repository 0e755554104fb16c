import Diagnostics
import Trace

/// How a visit ends.
public enum Ending: Sendable, Hashable {
  case file(String)
  case inline(String)
  /// The failing upstream's own answer.
  case upstream
  /// The answer of an upstream that is asked for the error page.
  case otherUpstream
  /// An upstream is asked for the error page and fails as well.
  case deadUpstream
  case missingFile(String)
  /// The file is hidden or may not be read.
  case unreadableFile(String)
  case directory(String)
  /// The file is there, and the request's method is none that a file answers.
  case wrongMethod(String)
  /// The visitor is not let through to the page.
  case denied(Int)
  /// The visitor's own body is over the limit that holds for the page.
  case bodyTooLarge(limit: Int)
  /// The configuration answers in the page's place, with nothing to read.
  case returned(Int)
  case missingNamedLocation(String)
  /// Pages lead to each other until the proxy gives up.
  case cycle
  case redirect
  /// No error page is in effect.
  case noPage
  /// What should make the page has nothing for this error.
  case unanswered
  case waits
  case template
  case unknown(String)
  case other
}

extension Ending {
  init(_ outcome: Outcome, _ steps: [Outcome.Step]) {
    let events = steps.compactMap(\.event)
    self = Self.special(outcome, events) ?? Self.ordinary(outcome, events)
  }

  private static func special(_ outcome: Outcome, _ events: [Outcome.Step.Event]) -> Ending? {
    if events.contains(.template) { return .template }
    if case .unknown(let reason) = outcome.certainty { return .unknown(reason) }
    return events.contains(.waits) ? .waits : nil
  }

  private static func ordinary(_ outcome: Outcome, _ events: [Outcome.Step.Event]) -> Ending {
    let handling = events.firstIndex { event in
      switch event {
      case .errorPage: true
      // Of other answers it is how things go when all is well, as with forward_auth.
      case .takenOver(let status): status >= 400
      default: false
      }
    }
    let later = handling.map { events[$0...] } ?? []
    switch outcome.body {
    case .file(let path): return .file(path)
    case .inline(let text): return .inline(text)
    case .redirect: return .redirect
    case .upstream:
      return later.contains { if case .asked = $0 { true } else { false } } ? .otherUpstream : .upstream
    case .builtin, .none: break
    }
    for event in later.reversed() {
      switch event {
      case .file(let path, .missing): return .missingFile(path)
      case .file(let path, .denied): return .unreadableFile(path)
      case .file(let path, .directory): return .directory(path)
      case .file(let path, .wrongMethod): return .wrongMethod(path)
      case .denied(let status): return .denied(status)
      case .noErrorPage(_, .unanswered): return .unanswered
      case .asked: return .deadUpstream
      default: continue
      }
    }
    let lacksPage = events.contains { if case .noErrorPage(_, .none) = $0 { true } else { false } }
    return lacksPage ? .noPage : .other
  }
}
