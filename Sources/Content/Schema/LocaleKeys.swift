/// The interface strings a locale file gives, with what each is for: the one list that templates, validation and the
/// translators' schema share.
public enum LocaleKeys {
  public static let page = strings([
    ("whatHappened", "Heading over the explanation."),
    ("whatNow", "Heading over the advice."),
    ("you", "The visitor's station in the drawing."),
    ("edge", "The proxy's station in the drawing, in a visitor's words."),
    ("server", "The upstream's station in the drawing, in a visitor's words."),
    ("ok", "State of a station or link that works."),
    ("broken", "State of the station or link that failed."),
    ("code", "Label of the status code in the small print."),
    ("time", "Label of the time in the small print."),
    ("requestID", "Label of the request's id in the small print."),
    ("home", "Link to the site's home page."),
    ("status", "Link to the status page."),
    ("support", "Link to support."),
    ("help", "Link to the code's help article."),
    ("retry", "Link that loads the address again."),
  ])

  public static let site = strings([])

  private static func strings(_ entries: [(name: String, summary: String)]) -> ObjectShape {
    ObjectShape(entries.map { .init($0.name, .text(maximum: 200), required: true, $0.summary) })
  }
}
