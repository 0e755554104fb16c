public import Diagnostics
public import Trace

/// An error that a request has met, followed to what the visitor gets: what rules about pages read.
public protocol FollowedError: Traced, Coded, Sendable {
  /// The steps of the request itself, those of auth subrequests left out.
  var ownSteps: [Outcome.Step] { get }
  var ending: Ending { get }
  /// The words at which a finding about the error's page stands.
  var pagePlace: Place? { get }
}

extension FollowedError {
  public var pagePlace: Place? { decisivePlace }

  public var question: Question { traced.question }
  public var request: Request { traced.request }
  public var outcome: Outcome { traced.outcome }
  public var isCertain: Bool { outcome.certainty == .exact }

  /// The steps that have a value.
  public var events: [(event: Outcome.Step.Event, place: Place?)] {
    ownSteps.compactMap { step in step.event.map { ($0, step.place) } }
  }

  /// The place of the last step of a kind.
  func lastPlace(_ isWanted: (Outcome.Step.Event) -> Bool) -> Place? {
    ownSteps.last { step in step.place != nil && step.event.map(isWanted) ?? false }?.place
  }

  /// The last word on the answer: a file, a text, a redirect, an upstream, or what leads to it.
  var decisivePlace: Place? {
    lastPlace { event in
      switch event {
      case .file, .answered, .redirected, .asked, .replaced, .takenOver, .passedOn, .errorPage: true
      default: false
      }
    }
  }

  /// The first error page that took the request.
  public var firstHop: (code: Int, step: Outcome.Step)? {
    for step in ownSteps {
      if case .errorPage(let code, _) = step.event { return (code, step) }
    }
    return nil
  }

  /// A page, or a text in its place.
  public var isPage: Bool {
    switch ending {
    case .file, .inline: true
    default: false
    }
  }

  /// An error page takes the error, whatever comes of it.
  var leadsToPage: Bool {
    guard firstHop != nil else { return false }
    return switch ending {
    case .noPage, .unanswered, .other, .upstream, .waits, .unknown: false
    default: true
    }
  }

  /// An upstream does not answer, as on the day when the page is needed.
  var isOutage: Bool {
    let failures = traced.failures
    return code >= 500 && (failures.everywhere == .refused || failures.byAddress.values.contains(.refused))
  }

  /// The status of the error that goes to an error page, or finds none.
  var errorStatus: Int? {
    for step in ownSteps {
      switch step.event {
      case .errorPage(let status, _), .noErrorPage(let status, .none): return status
      default: continue
      }
    }
    return nil
  }
}

/// Something that goes wrong with a status code.
public protocol Coded { var code: Int { get } }

extension Collection where Element: Coded {
  /// The codes, once each: "502 and 504".
  public var codes: String { Set(map(\.code)).sorted().listedInWords }
}
