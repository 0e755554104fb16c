public import Diagnostics
public import Packing

/// A checked site without its texts: what a build that changes a few articles needs to know of all the others.
public struct SiteMemo: Sendable {
  /// What the content folder is called in messages.
  let folder: String
  public let settings: Settings
  let locales: [Locale]
  /// The codes that get pages.
  let chosen: [Int]
  private(set) var pages: [PageMemo]
  /// The pages as they were read, by part, so that parts without a change need not be packed again; nil for one with a
  /// change, empty when nothing was read.
  private var read: [[UInt8]?] = []

  /// The site as far as it is known: of each document only the outline, no assets, no catalogue.
  public func outline(includesDrafts: Bool) -> Site {
    var articles: [String: [Article]] = [:]
    var definitions: [ErrorDefinition] = []
    var translations: [String: [Int: ErrorDefinition]] = [:]
    for page in pages {
      switch page.content {
      case .article(let article) where includesDrafts || !article.draft:
        articles[article.language, default: []].append(article)
      case .error(let definition):
        if let language = MarkdownFileName(path: page.path, languages: settings.languages)?.language {
          translations[language, default: [:]][definition.code] = definition
        } else if chosen.contains(definition.code) {
          definitions.append(definition)
        }
      case .article, .none: break
      }
    }
    var topics: [String: Topic] = [:]
    for (language, unordered) in articles {
      let tree = TopicTree(unordered)
      articles[language] = tree.articles
      topics[language] = tree.root
    }
    return Site(
      settings: settings, locales: locales, errors: definitions.sorted { $0.code < $1.code }, articles: articles,
      topics: topics, translatedErrors: translations, catalogue: SignatureCatalogue(causes: [], signatures: []),
      assets: [])
  }

  /// What a file is called in messages.
  public func displayName(_ path: String) -> String {
    folder.isEmpty || folder == "." ? path : "\(folder)/\(path)"
  }

  /// What is stale on `today`, as `SiteAssembly` reports it. `source` reads a page's source by its path.
  public func staleReport(on today: Day?, source: (String) -> Source) -> Report {
    var report = Report()
    guard let today, let days = settings.staleAfterDays else { return report }
    for page in pages {
      let reviewed: Day? =
        switch page.content {
        case .article(let article): article.reviewed
        case .error(let definition): definition.reviewed
        case .none: nil
        }
      guard let reviewed, today.dayNumber - reviewed.dayNumber > days else { continue }
      report.add(SiteAssembly.stale(reviewed, on: today, at: source(page.path).place(0..<0)))
    }
    return report
  }

  public func pack(into writer: inout PackedWriter) {
    writer.text(folder)
    settings.pack(into: &writer)
    writer.list(locales) { $1.pack(into: &$0) }
    writer.numbers(chosen)
    writer.list(Array(stride(from: 0, to: pages.count, by: Self.partSize))) { writer, start in
      let part = start / Self.partSize
      if read.indices.contains(part), let bytes = read[part] { return writer.data(bytes) }
      var packed = PackedWriter()
      packed.list(Array(pages[start..<min(start + Self.partSize, pages.count)])) { $1.pack(into: &$0) }
      writer.data(packed.bytes)
    }
  }

  /// Puts another page in the place of one.
  mutating func replace(_ position: Int, by page: PageMemo) {
    pages[position] = page
    if read.indices.contains(position / Self.partSize) { read[position / Self.partSize] = nil }
  }

  /// The same site with every page made anew.
  func mapped(_ transform: (PageMemo) -> PageMemo) -> SiteMemo {
    var memo = self
    memo.pages = pages.map(transform)
    memo.read = []
    return memo
  }

  /// So many pages are packed together, and unpacked by one core.
  private static let partSize = 256

  /// Nil when the bytes are not what `pack` makes.
  public init?(from bytes: [UInt8], jobs: Int) async {
    var reader = PackedReader(bytes)
    let folder = reader.text()
    self.folder = folder
    settings = Settings(from: &reader)
    locales = reader.list { Locale(from: &$0) }
    chosen = reader.numbers()
    let parts = reader.list { $0.data() }
    guard reader.isDone, !locales.isEmpty, !settings.languages.isEmpty else { return nil }
    let pages = await Parallel.map(parts, jobs: jobs, atOnce: 1) { part -> [PageMemo]? in
      var reader = PackedReader(part)
      let pages = reader.list { PageMemo(from: &$0, folder: folder) }
      return reader.isDone ? pages : nil
    }
    guard pages.allSatisfy({ $0 != nil }) else { return nil }
    self.pages = pages.flatMap { $0 ?? [] }
    // Only where all parts but the last are full does a page's position tell its part.
    let isRegular =
      pages.dropLast().allSatisfy { $0?.count == Self.partSize } && (pages.last??.count ?? 0) <= Self.partSize
    read = isRegular ? parts : []
  }

  init(folder: String, settings: Settings, locales: [Locale], chosen: [Int], pages: [PageMemo]) {
    (self.folder, self.settings, self.locales, self.chosen, self.pages) = (folder, settings, locales, chosen, pages)
  }
}
