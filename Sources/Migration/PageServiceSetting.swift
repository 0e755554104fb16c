/// The other page service's settings, and what becomes of each.
enum PageServiceSetting {
  enum Fate: Equatable {
    /// The service understands it.
    case kept
    /// Another value says the same; why is for the reader.
    case replaced(String, String)
    /// There is no such thing; what to do instead.
    case dropped(String)
    /// Not one of that image's.
    case unknown
  }

  static func fate(of name: String, _ value: String) -> Fate {
    if kept.contains(name) { return .kept }
    if themes.contains(name) {
      if ["card", "folio", "lantern"].contains(value) { return .kept }
      return .replaced(
        "card",
        "there are the themes card, folio and lantern; card is taken until you choose, or mount a theme of your own")
    }
    return dropped[name].map { .dropped($0) } ?? .unknown
  }

  /// The environment variable that says the same as an option.
  static func variable(for option: String) -> String {
    switch option {
    case "PORT": "HTTP_PORT"
    case "ADDR": "HTTP_ADDR"
    case "PROXY_HEADERS": "PROXY_HTTP_HEADERS"
    default: option
    }
  }

  private static let kept: Set = [
    "HTTP_ADDR", "LISTEN_ADDR", "ADDR", "HTTP_PORT", "LISTEN_PORT", "PORT", "DEFAULT_ERROR_PAGE", "SEND_SAME_HTTP_CODE",
    "SHOW_DETAILS", "PROXY_HTTP_HEADERS", "HOMEPAGE_URL", "ADD_LINK", "DISABLE_L10N", "LOG_LEVEL",
  ]
  private static let themes: Set = ["TEMPLATE_NAME", "HTML_TEMPLATE_NAME"]
  private static let ownTemplates =
    "mount a site as /site with templates/ of your own; interlude eject templates/error/page.mustache gives the first"
  private static let noSuchThing = "there is no such setting here, and none is needed"
  private static let dropped = [
    "ADD_CODE":
      "every code from 400 to 599 is answered; texts of your own are files such as /site/content/errors/418.md of a mounted site",
    "DISABLE_BUILT_IN_CODES": "every code from 400 to 599 is answered",
    "ROTATION_MODE": "every visitor sees the same theme: choose one with TEMPLATE_NAME",
    "HTML_TEMPLATE": ownTemplates, "TEMPLATE": ownTemplates, "JSON_TEMPLATE": ownTemplates,
    "XML_TEMPLATE": ownTemplates, "TEXT_TEMPLATE": ownTemplates, "PLAINTEXT_TEMPLATE": ownTemplates,
    "LOG_FORMAT": "nginx writes its log as lines of text", "CATCH_ALL": noSuchThing, "READ_BUFFER_SIZE": noSuchThing,
    "DISABLE_MINIFICATION": noSuchThing,
  ]
}
