internal import Content
internal import Theme

/// What all pages are made from: the site, its editions, the templates, and everything pages have in common, worked out
/// once.
final class World: Sendable {
  let site: Site
  let editions: [Edition]
  let brand: BrandMark
  let templates: TemplateLibrary
  let styles: SiteStyles
  let script: SiteScript
  let searchScripts: SearchScripts
  /// The gallery that lies in the site; nil if there is none.
  let gallery: GalleryPlace?
  /// The languages that have a text of their own, by article page.
  let articleLanguages: [SitePath: Set<String>]

  init(
    site: Site, templates: TemplateLibrary, styles: SiteStyles, script: SiteScript, searchScripts: SearchScripts,
    gallery: GalleryPlace? = nil
  ) {
    self.site = site
    self.templates = templates
    self.styles = styles
    self.script = script
    self.searchScripts = searchScripts
    self.gallery = gallery
    editions = Edition.all(of: site)
    brand = BrandMark(site.settings)
    var languages: [SitePath: Set<String>] = [:]
    if editions.count > 1 {
      for (language, articles) in site.articles {
        for article in articles { languages[article.path, default: []].insert(language) }
      }
    }
    articleLanguages = languages
  }

  /// The languages that have a text of their own about `code`.
  func languages(ofCode code: Int) -> Set<String> {
    Set(editions.filter { $0.isTranslated(code: code) }.map(\.locale.language))
  }
}

/// One edition's pages in the making: what the edition's pages share, worked out before any of them is rendered.
final class Press: Sendable {
  let world: World
  let edition: Edition
  let strings: View
  private let frames: [View]
  private let sidebars: Sidebars

  /// - Parameter pages: the pages that will be made; all of them if absent.
  init(_ world: World, _ edition: Edition, pages: [Page]? = nil) {
    self.world = world
    self.edition = edition
    strings = Frame.strings(edition)
    frames = (0...edition.depth + 3).map { depth in
      let origin = SitePath(String(repeating: "-/", count: depth))
      return Frame.view(world, edition, .from(origin))
    }
    sidebars = Sidebars(world, edition, spots: pages.map { Set($0.compactMap { $0.spot(in: edition) }) })
  }

  /// A page's HTML. `content` is what only this kind of page has.
  func render(_ template: String, _ head: PageHead, _ content: ViewValues) -> OutputFile {
    let origin = edition.place(head.path)
    let common: ViewValues = [
      "t": .view(strings), "site": .view(frames[origin.depth]),
      "page": .view(head.view(world, edition, .from(origin))),
    ]
    let view = View(common.merging(content))
    return OutputFile(path: origin.file, bytes: world.templates.page(template, view))
  }

  func sidebar(_ spot: Sidebars.Spot, current: Sidebars.Item) -> View.Value {
    .html(sidebars.markup(spot, current: current))
  }

  func string(_ key: String) -> String { edition.string(key) }

  /// How the page at `path` in this edition finds others.
  func address(_ path: SitePath) -> Address { .from(edition.place(path)) }

  /// The names that every page's view has.
  static let schema = ViewSchema([
    .init("t", .view(Frame.strings), "The interface strings."),
    .init("site", .view(Frame.schema), "The site."),
    .init("page", .view(PageHead.schema), "The page itself."),
  ])
}
