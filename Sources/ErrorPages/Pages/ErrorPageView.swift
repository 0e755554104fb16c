internal import Content
internal import Escaping
public import Theme

/// What the template `error/page` is given: the one list of an error page's variables.
public struct ErrorPageView: Sendable {
  public static let template = "error/page"
  /// The shortest form, of the same variables.
  public static let nanoTemplate = "error/nano"

  private let subject: ErrorPages.Subject
  private let brand: BrandMark
  private let style: StyleSheet
  private let retry: RetryOffer?
  private let isLive: Bool

  /// - Parameter isLive: A proxy fills the page in as it sends it.
  init(
    _ subject: ErrorPages.Subject, brand: BrandMark, style: StyleSheet, retry: RetryOffer? = nil,
    isLive: Bool = false
  ) {
    self.isLive = isLive
    self.subject = subject
    self.brand = brand
    self.style = style
    self.retry = retry
  }

  public static let schema = ViewSchema([
    .init("language", .text, "BCP 47 tag, for `lang`."),
    .init("direction", .text, "`ltr` or `rtl`, for `dir`."),
    .init(
      "contentPolicy", .html,
      "The content security policy that allows the style element, the script if there is one, and no more."),
    .init("style", .html, "The style sheet: tokens, path.css and error.css, minified. It must stand alone in `style`."),
    .init("brand", .view(BrandMark.schema), "Whose page it is."),
    .init("heading", .text, "The one large sentence."),
    .init("happened", .text, "What happened, in one or two sentences."),
    .init("advice", .views(ViewSchema([.init("text", .text, "One thing to do now.")])), "What to do now, in order."),
    .init("path", .view(PathDrawing.schema), "The drawing of the path, for `partials/path`."),
    .init("hasActions", .flag, "There is at least one action."),
    .init(
      "actions",
      .views(
        ViewSchema([
          .init("url", .text, "Where it leads; empty for the page itself."),
          .init("label", .text, "What it is called."),
          .init("isFirst", .flag, "The first is the one to be seen first."),
        ])), "Try again where that can help, then home page, status page, support."),
    .init(
      "retry", .view(RetryOffer.schema),
      "The box that lets the page try again by itself, for `partials/retry`; absent where that cannot help."),
    .init(
      "help", .view(ViewSchema([.init("url", .text, "Absolute URL."), .init("label", .text, "What the link says.")])),
      "What the help site tells visitors about the code; absent without a `baseURL`."),
    .init(
      "until",
      .view(
        ViewSchema([
          .init("label", .text, "What the time is."), .init("machine", .text, "For the attribute `datetime`."),
          .init("text", .text, "Date and time in UTC."),
        ])), "When planned work is expected to end; absent if that is not said."),
    .init("code", .text, "The status code, or its class: `5xx`."),
    .init("reason", .text, "Its reason phrase, in English."),
    .init(
      "live", .views(LiveRows.schema),
      "Rows that a proxy fills in, for `partials/live`; none in pages that are served as they are."),
    .init(
      "labels",
      .view(
        ViewSchema([
          .init("whatHappened", .text, "Heading over `happened`."),
          .init("whatNow", .text, "Heading over `advice`."),
          .init("code", .text, "Label of `code`."),
          .init("time", .text, "Label of the time at which the page came, which the script writes."),
        ])), "The interface's words in the page's language."),
  ])

  var view: View {
    View([
      "language": .text(subject.locale.language),
      "direction": .text(subject.locale.direction.rawValue),
      "contentPolicy": .html(HTML(trusted: policy)),
      "style": .html(HTML(trusted: style.text)),
      "brand": .view(brand.view(in: subject.locale.language)),
      "heading": .text(subject.text.heading),
      "happened": .text(subject.text.happened),
      "advice": .views(subject.text.advice.map { View(["text": .text($0)]) }),
      "path": .view(subject.drawing.view),
      "hasActions": .flag(!actions.isEmpty),
      "actions": .views(
        actions.enumerated().map { index, action in
          View(["url": .text(action.url), "label": .text(label(action.key)), "isFirst": .flag(index == 0)])
        }),
      "retry": retry.map { .view($0.view) } ?? .absent,
      "help": subject.links.visitors.map { .view(View(["url": .text($0), "label": .text(label("help"))])) } ?? .absent,
      "until": subject.until.map {
        .view(
          View(["label": .text(label("until")), "machine": .text($0.machineText), "text": .text($0.text)]))
      } ?? .absent,
      "code": .text(subject.shownCode),
      "reason": .text(subject.reason),
      "live": .views(isLive ? LiveRows(locale: subject.locale).views : []),
      "labels": .view(
        View([
          "whatHappened": .text(label("whatHappened")), "whatNow": .text(label("whatNow")),
          "code": .text(label("code")), "time": .text(label("time")),
        ])),
    ])
  }

  private var policy: String {
    let script = retry.map { "script-src \($0.script.policySource); connect-src 'self'; " } ?? ""
    return "default-src 'none'; style-src \(style.policySource); \(script)base-uri 'none'; form-action 'none'"
  }

  /// The policy as a header field, which may also forbid framing (CSP 3, section 6.4.2).
  var headerPolicy: String { policy + "; frame-ancestors 'none'" }

  private var settings: Settings { brand.settings }

  private var actions: [(key: String, url: String)] {
    var actions: [(String, String)] = []
    switch subject.definition.retry {
    case .now, .later: actions.append(("retry", ""))
    case .changed, .never: break
    }
    for (key, url) in [("home", settings.home), ("status", settings.status), ("support", settings.support)] {
      if let url { actions.append((key, url)) }
    }
    return actions
  }

  private func label(_ key: String) -> String { subject.locale.page[key] ?? "" }
}
