internal import Content
internal import Diagnostics
internal import Markdown
internal import Packing

/// For each page of an edition a digest of everything it shows that an article's author can change. Where the digest is
/// the same as in the last build, so is the page.
///
/// What is the same for all pages of a build is left out: templates, settings, strings and definitions of codes. When any of
/// that changes, every page is made again. Whoever lets a page show something new of an
/// article has to add it here; the test that edits at random and compares with a cold build finds what was forgotten.
struct PageDigests {
  private let world: World
  private let edition: Edition
  /// Of what links to an article show, by position.
  private let links: [UInt64]
  /// Of what links to a topic show.
  private let topics: [UInt64]
  /// The headings of the default language's texts that this edition shows, and of the translations they may link to.
  private let outline: UInt64
  /// Of all causes, as the troubleshooter shows them.
  private let causes: UInt64

  init(_ world: World, _ edition: Edition) {
    self.world = world
    self.edition = edition
    let links = edition.entries.map { entry in
      var hash = Hash64()
      hash.combine(entry.article.path.text)
      hash.combine(entry.article.title)
      hash.combine(entry.article.description)
      hash.combine(entry.language)
      return hash.value
    }
    self.links = links
    topics = edition.branches.map { branch in
      var hash = Hash64()
      hash.combine(branch.path.text)
      hash.combine(branch.title)
      hash.combine(branch.index.map { links[$0] } ?? 0)
      return hash.value
    }
    var causes = Hash64()
    for position in edition.causes.positions {
      let article = edition.entries[position].article
      causes.combine(links[position])
      for code in article.codes { causes.combine(code) }
      for pattern in article.pattern { causes.combine(pattern.rawValue) }
      for signature in article.signatures {
        causes.combine(signature.text)
        causes.combine(signature.component)
      }
    }
    for position in edition.causes.signed {
      let article = edition.entries[position].article
      causes.combine(links[position])
      for code in article.codes { causes.combine(code) }
      for signature in article.signatures {
        causes.combine(signature.text)
        causes.combine(signature.component)
      }
    }
    for position in edition.causes.hosted {
      causes.combine(links[position])
      for code in edition.entries[position].article.codes { causes.combine(code) }
    }
    self.causes = causes.value
    var outline = Hash64()
    if edition.folder != nil {
      for entry in edition.entries where entry.isTranslated {
        outline.combine(entry.article.path.text)
        for heading in entry.article.page.headings { outline.combine(heading) }
      }
    }
    self.outline = outline.value
  }

  func digest(_ page: Page, sidebars: SidebarDigests) -> UInt64 {
    var hash = Hash64()
    // The bar at the top leads to these.
    hash.combine(edition.tags.isEmpty)
    hash.combine(edition.causes.positions.isEmpty)
    addLanguages(of: page.path(in: edition), to: &hash)
    switch page {
    case .home:
      addPreviews(of: edition.branches[0].children, to: &hash)
      hash.combine(edition.beginning.map { links[$0] } ?? 0)
      // The visitors' door, and whether there is one for owners.
      hash.combine(edition.entries.contains { $0.article.audience != [.visitor] } ? 1 : 0)
      for (entry, link) in zip(edition.entries, links) where entry.article.audience == [.visitor] { hash.combine(link) }
    case .codes: hash.combine(sidebars.digest(.codes))
    case .tags:
      hash.combine(sidebars.digest(.tags))
      for tag in edition.tags {
        hash.combine(tag.name)
        hash.combine(tag.path.text)
        hash.combine(tag.articles.count)
      }
    case .notFound, .troubleshooter: break
    case .questions(let code):
      hash.combine(causes)
      for position in code.flatMap({ edition.articlesByCode[$0] }) ?? [] {
        hash.combine(links[position])
        hash.combine(edition.entries[position].article.cause)
      }
      hash.combine(edition.beginning.map { links[$0] } ?? 0)
      for topic in topics { hash.combine(topic) }
    case .search:
      for link in links { hash.combine(link) }
      for topic in topics { hash.combine(topic) }
    case .code(let position): add(edition.codes[position], sidebars, to: &hash)
    case .article(let position):
      let entry = edition.entries[position]
      hash.combine(sidebars.digest(edition.spot(ofArticle: position)))
      add(entry, to: &hash)
      addCrumbs(toBranch: entry.branch, to: &hash)
      hash.combine(links.indices.contains(position - 1) ? links[position - 1] : 0)
      hash.combine(links.indices.contains(position + 1) ? links[position + 1] : 0)
    case .topic(let position):
      let branch = edition.branches[position]
      hash.combine(sidebars.digest(.topic(position)))
      hash.combine(topics[position])
      if let index = branch.index { add(edition.entries[index], to: &hash) }
      if let parent = branch.parent { addCrumbs(toBranch: parent, to: &hash) }
      for article in branch.articles { hash.combine(links[article]) }
      addPreviews(of: branch.children, to: &hash)
    case .tag(let position):
      let tag = edition.tags[position]
      hash.combine(sidebars.digest(.tag))
      hash.combine(tag.name)
      for article in tag.articles { hash.combine(links[article]) }
    case .moved(_, let position): hash.combine(links[position])
    }
    return hash.value
  }

  /// Which languages have a page, and which have a text of their own for it.
  private func addLanguages(of path: SitePath, to hash: inout Hash64) {
    guard world.editions.count > 1 else { return }
    for other in world.editions { hash.combine(other.has(path)) }
    for language in world.articleLanguages[path]?.sorted() ?? [] { hash.combine(language) }
  }

  func sidebars() -> SidebarDigests { SidebarDigests(edition, links: links, topics: topics) }

  /// Of this edition's part of the sitemap: addresses and days, no titles.
  func sitemap() -> UInt64 {
    var hash = Hash64()
    for branch in edition.branches where branch.index == nil { hash.combine(branch.path.text) }
    for entry in edition.entries where entry.isTranslated {
      let article = entry.article
      hash.combine(article.path.text)
      hash.combine((article.changed ?? article.reviewed ?? article.date)?.dayNumber ?? -1)
    }
    for path in edition.causes.paths { hash.combine(path.text) }
    for tag in edition.tags { hash.combine(tag.path.text) }
    return hash.value
  }

  /// Of the files that list all articles: language model index and feed.
  func catalogue() -> UInt64 {
    var hash = Hash64()
    for topic in topics { hash.combine(topic) }
    for (entry, link) in zip(edition.entries, links) {
      hash.combine(link)
      hash.combine(entry.article.date?.dayNumber ?? -1)
      hash.combine(entry.article.reviewed?.dayNumber ?? -1)
      for tag in entry.article.tags { hash.combine(tag) }
      hash.combine(entry.article.tags.count)
    }
    return hash.value
  }

  /// The article's own file, and what else its text shows.
  private func add(_ entry: Edition.Entry, to hash: inout Hash64) {
    hash.combine(entry.article.page.fingerprint)
    if !entry.isTranslated { hash.combine(outline) }
    for path in entry.article.related { hash.combine(edition.positions[path].map { links[$0] } ?? 0) }
    for tag in entry.article.tags { hash.combine(edition.tagPages[tag] != nil) }
  }

  private func add(_ definition: ErrorDefinition, _ sidebars: SidebarDigests, to hash: inout Hash64) {
    hash.combine(sidebars.digest(.code))
    hash.combine(definition.page.fingerprint)
    if !edition.isTranslated(code: definition.code) { hash.combine(outline) }
    let article = edition.positions[definition.article]
    hash.combine(article.map { links[$0] } ?? 0)
    // One more than are listed, because the page leaves out the code's own article.
    for other in (edition.articlesByCode[definition.code] ?? []).prefix(CodePage.listed + 1) {
      hash.combine(links[other])
    }
  }

  private func addCrumbs(toBranch branch: Int, to hash: inout Hash64) {
    for ancestor in edition.ancestors(of: branch) { hash.combine(topics[ancestor]) }
  }

  /// Topics as they are listed, with their first articles.
  private func addPreviews(of positions: [Int], to hash: inout Hash64) {
    for position in positions {
      let branch = edition.branches[position]
      hash.combine(topics[position])
      hash.combine(branch.articles.count)
      for article in branch.articles.prefix(TopicPage.preview) { hash.combine(links[article]) }
    }
  }
}
