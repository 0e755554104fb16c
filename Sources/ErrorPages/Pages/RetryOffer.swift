internal import Content
internal import Escaping
internal import Theme

/// The box that lets a page about an outage try again by itself; see `templates/partials/retry.mustache` and
/// `templates/assets/retry.js`.
///
/// Only errors of the site as a whole get it, and of those the ones after which the same request may be sent again. What
/// concerns a single request is left to its visitor: 429 above all, because a page cannot see the Retry-After that came
/// with it, and each early attempt counts.
struct RetryOffer: Sendable {
  /// Seconds to wait at first: what the code's Retry-After says, or a minute.
  let wait: Int
  private let before: String
  private let after: String
  private let news: String
  let script: PageScript

  /// Pages for the codes that the generated configurations replace by default, for their class and for planned work.
  private static let names: Set = ["500", "502", "503", "504", "5xx", "maintenance"]

  /// The place of the number in the box's label.
  private static let number = "{n}"

  /// Nothing for a page that has no use for it, and in a language that has no words for it.
  init?(_ subject: ErrorPages.Subject, script: PageScript) {
    // A page that names the time of return is not asked to come back before it.
    guard Self.names.contains(subject.name), subject.until == nil,
      [.now, .later].contains(subject.definition.retry), let label = subject.locale.page["retryAutomatic"]
    else { return nil }
    wait = subject.definition.retryAfter ?? 60
    let parts = label.split(separator: Self.number, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    before = parts.count > 1 ? parts[0] : label + " "
    after = parts.count > 1 ? parts[1] : ""
    // In the words of the drawing, which says that this station works.
    news = "\(subject.locale.page["server"] ?? ""): \(subject.locale.page["ok"] ?? "")"
    self.script = script
  }

  static let schema = ViewSchema([
    .init("wait", .text, "Seconds to wait at first."),
    .init("before", .text, "The box's label up to the number of seconds …"),
    .init("after", .text, "… and behind it."),
    .init("news", .text, "What is said when the site answers again."),
    .init("script", .html, "The script, from assets/retry.js. It must stand alone in `script`."),
  ])

  var view: View {
    View([
      "wait": .text(String(wait)), "before": .text(before), "after": .text(after), "news": .text(news),
      "script": .html(HTML(trusted: script.text)),
    ])
  }
}
