internal import Content
internal import Diagnostics
internal import Escaping
internal import Theme

/// What can be said about a code in a few words, as rows of a table.
struct CodeFacts {
  static let schema = ViewSchema([.init("items", .views(fact), "Each fact.")])
  private static let fact = ViewSchema([.init("name", .text, "What it is about."), .init("value", .text, "The fact.")])

  let press: Press
  let definition: ErrorDefinition

  func view() -> View.Value {
    var facts = [
      ("factHop", press.string(hop)), ("factSender", press.string(sender)), ("factRetry", press.string(retry)),
    ]
    if let seconds = definition.retryAfter {
      facts.append(("factRetryAfter", press.string("seconds").substituting("{n}", by: String(seconds))))
    }
    return LinkViews.list(facts.map { View(["name": .text(press.string($0)), "value": .text($1)]) })
  }

  private var hop: String {
    if definition.isAnswered { return "hopAnswered" }
    return definition.hop.key
  }

  private var retry: String {
    switch definition.retry {
    case .now: "retryNow"
    case .later: "retryLater"
    case .changed: "retryChanged"
    case .never: "retryNever"
    }
  }

  /// 502 and 504 speak of another server, so only a gateway or proxy sends them (RFC 9110, sections 15.6.3 and 15.6.5),
  /// as do the 520s of Cloudflare. 407 and 511 come from the network (RFC 9110, section 15.5.8; RFC 6585, section 6).
  /// The rest comes from whichever server on the way judges the request.
  private var sender: String {
    switch definition.code {
    case 502, 504, 520...530: "senderGateway"
    case 407, 511: "senderNetwork"
    default: "senderAny"
    }
  }
}
