internal import Content

/// The pages for proxies that know no more than the class of an error, and the page for planned work.
///
/// Each borrows what it is not about, such as where the path broke, from the definition of the code that stands for its
/// class; a site that has no such code gets no such page.
struct GeneralSubjects {
  let site: Site
  let locale: Locale

  var all: [ErrorPages.Subject] { [family(4, of: 400), family(5, of: 500), maintenance].compactMap { $0 } }

  private func family(_ family: Int, of code: Int) -> ErrorPages.Subject? {
    guard let definition = definition(code), let text = locale.classes[family] else { return nil }
    let links = PageLinks(article: site.settings.baseURL.map { SitePath("codes/").absolute(below: $0) }, codePage: nil)
    return ErrorPages.Subject(name: "\(family)xx", definition: definition, locale: locale, text: text, links: links)
  }

  private var maintenance: ErrorPages.Subject? {
    guard let definition = definition(503), let text = locale.maintenance ?? locale.text(for: 503) else { return nil }
    return ErrorPages.Subject(
      name: "maintenance", definition: definition, locale: locale, text: text,
      links: PageLinks(site: site, definition: definition, locale: locale), until: site.settings.maintenanceUntil)
  }

  private func definition(_ code: Int) -> ErrorDefinition? { site.errors.first { $0.code == code } }
}
