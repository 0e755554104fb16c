public import Content
public import Diagnostics
internal import ErrorPages
internal import Foundation
public import Theme

/// The gallery of the help site: real error pages of each kind in every theme and language, to choose a theme by.
///
/// The pages that it shows in frames are files of the site like any other, so the gallery works from a folder on disk, and
/// the policy of the whole site only has to allow their styles and frames of its own.
public struct Gallery: Sendable {
  /// The templates it is made from, with what each is given; for `TemplateLibrary`.
  public static let templates = [GalleryPage.template: GalleryPage.schema]

  /// Where it lies in the site.
  public static let path = SitePath("gallery/")

  /// Its files, by their paths in the site.
  public let files: [OutputFile]
  /// `'sha256-…'` of each style that its pages carry, for the site's content security policy.
  public let policySources: [String]

  /// A theme's pages.
  struct Room: Sendable {
    let theme: String
    let isWorn: Bool
    let pages: [ErrorPages.Specimen]
  }

  /// - Parameters:
  ///   - themes: what a theme can be chosen from.
  ///   - library: the templates of the chosen theme, which were made with `templates`, too.
  public static func build(
    _ site: Site, themes: TemplateSources, library: TemplateLibrary, jobs: Int, into report: inout Report
  ) async -> Gallery {
    let kinds = Kind.all(of: site)
    let names = Set(kinds.map(\.name))
    let worn = site.settings.theme?.name ?? TemplateSources.defaultTheme
    let rooms = await Parallel.map(themes.themes, jobs: jobs, atOnce: 1) { theme in
      specimens(of: site, in: themes.wearing(theme), names: names).map { (theme: theme, hung: $0) }
    }
    var shown: [Room] = []
    var policySources: [String] = []
    for case let room? in rooms {
      switch room.hung {
      case .pages(let pages, let sources):
        shown.append(Room(theme: room.theme, isWorn: room.theme == worn, pages: pages))
        policySources += sources
      case .failed(let problem):
        report.add(
          Diagnostic(
            "theme-not-shown", .info, "the gallery leaves the theme `\(room.theme)` out", at: problem.place,
            notes: [problem.message], help: "`theme: \(room.theme)` in site.yaml tells all of it"))
      }
    }
    let indexes = site.locales.map { locale in
      GalleryPage(site: site, locale: locale, rooms: shown, kinds: kinds).file(library)
    }
    let style = OutputFile(
      path: GalleryPage.styleSheet.text, text: themes.wearing(worn).text("assets/gallery.css"))
    let pages = shown.flatMap { room in
      room.pages.map { page in
        OutputFile(
          path: GalleryPage.path(of: page.name, in: page.language, room.theme, page.scheme).text, bytes: page.bytes)
      }
    }
    return Gallery(files: indexes + [style] + pages, policySources: policySources)
  }

  enum Hung: Sendable {
    case pages([ErrorPages.Specimen], policySources: [String])
    case failed(Diagnostic)
  }

  /// The pages in one theme. A theme that nobody chose may be unfinished, which is no reason not to build; nor is a brand's
  /// colour that cannot be read in it, for which the nearest one stands in.
  private static func specimens(of site: Site, in sources: TemplateSources, names: Set<String>) -> Hung? {
    var report = Report()
    let sources = sources.without("site/")
    guard let tokens = Tokens(sources, into: &report) else { return report.sorted.first.map { .failed($0) } }
    var contrast = Report()
    let palette = Palette(site.settings.accent, tokens: tokens, into: &contrast)
    guard let library = TemplateLibrary(trustingBuiltIn: sources, pages: ErrorPages.templates, into: &report),
      let built = ErrorPages.specimens(
        of: site, names: names, library: library, sources: sources, palette: palette, into: &report)
    else { return report.sorted.first.map { .failed($0) } }
    return .pages(built.pages, policySources: built.policySources)
  }
}

extension TemplateSources {
  fileprivate func text(_ path: String) -> String {
    files[path].map { $0.text(0..<$0.bytes.count) } ?? ""
  }
}
