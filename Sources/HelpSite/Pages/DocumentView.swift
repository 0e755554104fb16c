internal import Content
internal import Escaping
internal import Markdown
internal import Theme

/// A document's text on a page: its links filled in, and the contents list that its headings make.
struct DocumentView {
  let press: Press
  let document: Document
  /// In the edition, without the language's folder.
  let page: SitePath
  /// Whether the document is in the edition's language.
  let isTranslated: Bool

  static let contents = ViewSchema([.init("items", .views(chapter), "The headings of the second level.")])
  private static let chapter = ViewSchema(
    entry.fields + [.init("sections", .view(sections), "The headings in it; absent if there are none.")])
  private static let sections = ViewSchema([.init("items", .views(entry), "Each heading of the third level.")])
  private static let entry = ViewSchema([
    .init("url", .text, "The heading on this page."), .init("title", .html, "The heading, with its emphasis and code."),
    .init("lang", .text, "The heading's language, if it is not the page's."),
  ])

  /// The part of the text in `range`, or all of it.
  func html(_ range: Range<Int>? = nil) -> View.Value { .markup(markup(range)) }

  func markup(_ range: Range<Int>? = nil) -> [UInt8] {
    let address = press.address(page)
    var markup: [UInt8] = []
    let html = document.body.html
    markup.reserveCapacity((range?.count ?? html.bytes.count) + 32 * html.slots.count)
    html.append(range, to: &markup) { url(ofLink: $0, from: address) }
    return markup
  }

  /// The contents list; absent where one heading is all there is. `title` may name a chapter anew, by its number from 0.
  func contents(title: (Int) -> String? = { _ in nil }) -> View.Value {
    var chapters: [(heading: MarkdownText.Heading, sections: [View])] = []
    for heading in document.body.headings {
      switch heading.level {
      case 2: chapters.append((heading, []))
      case 3 where !chapters.isEmpty: chapters[chapters.count - 1].sections.append(View(entry(heading)))
      default: break
      }
    }
    guard chapters.count > 1 else { return .absent }
    return LinkViews.list(
      chapters.enumerated().map { index, chapter in
        var view = entry(chapter.heading)
        if let title = title(index) {
          view.set("title", .html(HTML(text: title)))
          view.set("lang", .absent)
        }
        view.set("sections", LinkViews.list(chapter.sections))
        return View(view)
      })
  }

  private func entry(_ heading: MarkdownText.Heading) -> ViewValues {
    [
      "url": .text("#" + URLText.path(heading.id)), "title": .html(HTML(trusted: heading.inlineHTML)),
      "lang": .optional(isTranslated ? nil : press.world.site.settings.defaultLanguage),
    ]
  }

  /// Nil leaves the link as it was written.
  private func url(ofLink link: Int, from address: Address) -> String? {
    guard document.targets.indices.contains(link) else { return nil }
    switch document.targets[link] {
    case .page(let path, let fragment):
      return address.url(press.edition.place(path), fragment: fragment.flatMap { exists($0, on: path) ? $0 : nil })
    case .asset(let path): return address.url(path)
    case .fragment(let id): return "#" + URLText.path(id)
    case .external, .broken: return nil
    }
  }

  /// A text that stands in for a missing translation may link to a heading that is named otherwise in the translation.
  private func exists(_ fragment: String, on path: SitePath) -> Bool {
    guard !isTranslated else { return true }
    let edition = press.edition
    if let entry = edition.entry(at: path) {
      return !entry.isTranslated || entry.article.page.headings.contains(fragment)
    }
    guard let definition = edition.codes.first(where: { $0.path == path }) else { return true }
    return definition.page.headings.contains(fragment)
  }
}
