internal import Content
internal import ErrorPages
internal import Escaping
public import Theme

/// A page of the gallery: the error pages of one language in frames, so that no browser has to hold all of them.
public struct GalleryPage: Sendable {
  public static let template = "gallery/page"

  public static let schema = ViewSchema([
    .init("brand", .view(BrandMark.schema), "Whose site it is."),
    .init("homeURL", .text, "The help site's first page."), .init("codesURL", .text, "The list of all codes."),
    .init("articlesURL", .text, "The list of all topics."),
    .init("iconURL", .text, "The icon for the browser's tab; absent for a brand without a logo."),
    .init("names", .view(names), "What the ways in the bar at the top are called, as on the help site."),
    .init("siteStyleURL", .text, "The site's style sheet."), .init("styleURL", .text, "The gallery's own."),
    .init("themes", .views(theme), "Every theme."),
    .init(
      "languages", .view(ViewSchema([.init("items", .views(language), "Each language.")])),
      "The languages to choose from; absent if there is only one."),
    .init("kinds", .views(kind), "The kinds of pages, from the server's end of the path on."),
  ])

  private static let names = ViewSchema([
    .init("navigation", .text, "The bar's name, for screen readers."), .init("codes", .text, "The list of all codes."),
    .init("articles", .text, "The list of all topics."),
  ])
  private static let theme = ViewSchema([
    .init("theme", .text, "Its name in `site.yaml`."), .init("isWorn", .flag, "It is the one that is chosen."),
  ])
  private static let language = ViewSchema([
    .init("tag", .text, "BCP 47 tag."), .init("name", .text, "The language in itself."),
    .init("url", .text, "The gallery in that language."), .init("isCurrent", .flag, "Whether this page is."),
  ])
  private static let kind = ViewSchema([
    .init("name", .text, "The code that stands for the others, or `maintenance`."),
    .init("heading", .text, "What the page says."), .init("tag", .text, "In which language."),
    .init(
      "codes",
      .view(
        ViewSchema([
          .init(
            "items", .views(ViewSchema([.init("code", .text, "The code."), .init("url", .text, "Its page.")])),
            "Each code.")
        ])), "The codes whose pages look like this; absent for planned work and without pages about them."),
    .init(
      "frames",
      .views(
        ViewSchema([
          .init("url", .text, "The page."), .init("look", .text, "Its theme."),
          .init("scheme", .text, "`light` or `dark`."),
        ])), "The page in each theme and colour scheme."),
  ])

  static let styleSheet = SitePath("gallery/gallery.css")

  let site: Site
  let locale: Locale
  let rooms: [Gallery.Room]
  let kinds: [Kind]

  /// Where the gallery in a language lies.
  static func path(_ language: String, in site: Site) -> SitePath {
    SitePath(Gallery.path.text + (language == site.settings.defaultLanguage ? "" : "\(language)/"))
  }

  /// Where a page lies that it shows.
  static func path(of name: String, in language: String, _ theme: String, _ scheme: Tokens.Scheme) -> SitePath {
    SitePath("\(Gallery.path.text)pages/\(theme)/\(language)/\(name).\(scheme.rawValue).html")
  }

  func file(_ library: TemplateLibrary) -> OutputFile {
    OutputFile(path: path.file, bytes: library.page(Self.template, view))
  }

  private var path: SitePath { Self.path(locale.language, in: site) }

  private func url(_ other: SitePath) -> View.Value { .text(other.relative(from: path)) }

  private var view: View {
    View([
      "brand": .view(BrandMark(site.settings).view(in: locale.language)), "homeURL": url(.home),
      "codesURL": url(SitePath("codes/")), "articlesURL": url(SitePath("articles/")),
      "iconURL": site.settings.logo == nil ? .absent : url(SitePath("assets/icon.svg")),
      "names": .view(
        View(
          ViewValues(
            [
              ("navigation", "mainNavigation", "Help site"), ("codes", "codes", "Codes"),
              ("articles", "articles", "Articles"),
            ]
            .map { ($0, .text(site.defaultLocale.site[$1] ?? $2)) }))),
      "siteStyleURL": url(SitePath("assets/site.css")), "styleURL": url(Self.styleSheet),
      "themes": .views(rooms.map { View(["theme": .text($0.theme), "isWorn": .flag($0.isWorn)]) }),
      "languages": site.locales.count < 2 ? .absent : .view(View(["items": .views(site.locales.map(view))])),
      "kinds": .views(kinds.map(view)),
    ])
  }

  private func view(of other: Locale) -> View {
    View([
      "tag": .text(other.language), "name": .text(other.name), "url": url(Self.path(other.language, in: site)),
      "isCurrent": .flag(other.language == locale.language),
    ])
  }

  private func view(of kind: Kind) -> View {
    let codes = kind.codes.filter { site.isDocumented($0) }.map { code in
      View(["code": .text(String(code)), "url": url(.code(String(code)))])
    }
    let frames = Tokens.Scheme.allCases.flatMap { scheme in
      rooms.map { room in
        View([
          "url": url(Self.path(of: kind.name, in: locale.language, room.theme, scheme)), "look": .text(room.theme),
          "scheme": .text(scheme.rawValue),
        ])
      }
    }
    return View([
      "name": .text(kind.name), "heading": .text(kind.text(in: locale)?.heading ?? kind.name),
      "tag": .text(locale.language), "codes": codes.isEmpty ? .absent : .view(View(["items": .views(codes)])),
      "frames": .views(frames),
    ])
  }
}
