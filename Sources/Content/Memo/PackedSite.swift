internal import Diagnostics
public import Packing

/// A remembered site as it lies in the cache: its frame, a row for each page, and the pages' outlines one after another,
/// of which only those are unpacked that somebody asks for.
public struct PackedSite: Sendable {
  /// A page, and what is asked of all pages before any of them is unpacked.
  struct Row: BitwiseCopyable, Sendable {
    /// Hashes of its path in the content folder, of that path without a language, and of the folder.
    var path: UInt64
    var neutral: UInt64
    var folder: UInt64
    /// Where its outline ends in `outlines`.
    var end: Int
    var kind: UInt32
    /// Whether it has tags, a cause, a day of review, and whether it is a draft.
    var facts: UInt32

    static let (article, topic, other): (UInt32, UInt32, UInt32) = (1, 2, 3)
    static let (tags, cause, review, draft): (UInt32, UInt32, UInt32, UInt32) = (1, 2, 4, 8)
    var isOriginal: Bool { path == neutral }
  }

  let folder: String
  let settings: Settings
  let locales: [Locale]
  let chosen: [Int]
  private let frame: [UInt8]
  private(set) var rows: [Row]
  private var outlines: [UInt8]

  init(_ memo: SiteMemo) {
    (folder, settings, locales, chosen) = (memo.folder, memo.settings, memo.locales, memo.chosen)
    var writer = PackedWriter()
    writer.text(folder)
    settings.pack(into: &writer)
    writer.list(locales) { $1.pack(into: &$0) }
    writer.numbers(chosen)
    frame = writer.bytes
    (rows, outlines) = ([], [])
    rows.reserveCapacity(memo.pages.count)
    var kept: Range<Int>?
    for (position, page) in memo.pages.enumerated() {
      if let last = memo.packed, !memo.replaced.contains(position) {
        // Outlines that stand together are copied together.
        let range = last.range(position)
        if let start = kept?.lowerBound { kept = start..<range.upperBound } else { kept = range }
        var row = last.rows[position]
        row.end = outlines.count + (kept?.count ?? 0)
        rows.append(row)
        continue
      }
      if let last = memo.packed, let range = kept { outlines += last.outlines[range] }
      kept = nil
      rows.append(Row(page, languages: settings.languages))
      outlines += Self.outline(page)
      rows[rows.count - 1].end = outlines.count
    }
    if let last = memo.packed, let range = kept { outlines += last.outlines[range] }
  }

  /// The row of the page at a path below the content folder.
  func position(_ path: String) -> Int? {
    let hash = PageMemo.hash(path)
    return rows.firstIndex { $0.path == hash }
  }

  /// Unpacks a page; nil if its bytes are damaged.
  func page(_ position: Int) -> PageMemo? { pages(position..<position + 1)?.first }

  /// Everything unpacked; nil if anything is damaged.
  public func unpacked(jobs: Int) async -> SiteMemo? {
    let parts = stride(from: 0, to: rows.count, by: 256).map { $0..<min($0 + 256, rows.count) }
    let pages = await Parallel.map(parts, jobs: jobs, atOnce: 1) { self.pages($0) }
    guard pages.allSatisfy({ $0 != nil }) else { return nil }
    return SiteMemo(self, pages: pages.flatMap { $0 ?? [] })
  }

  /// Puts another page in the place of one.
  mutating func replace(_ position: Int, by page: PageMemo) {
    let (range, outline) = (range(position), Self.outline(page))
    outlines.replaceSubrange(range, with: outline)
    rows[position] = Row(page, languages: settings.languages)
    rows[position].end = range.upperBound
    for index in rows[position...].indices { rows[index].end += outline.count - range.count }
  }

  private func range(_ position: Int) -> Range<Int> {
    (position == 0 ? 0 : rows[position - 1].end)..<rows[position].end
  }

  private static func outline(_ page: PageMemo) -> [UInt8] {
    var writer = PackedWriter()
    page.pack(into: &writer)
    return writer.bytes
  }

  private func pages(_ positions: Range<Int>) -> [PageMemo]? {
    guard let first = positions.first else { return [] }
    var reader = PackedReader(outlines, from: range(first).lowerBound)
    var pages: [PageMemo] = []
    pages.reserveCapacity(positions.count)
    for position in positions {
      let page = PageMemo(from: &reader, folder: folder)
      guard !reader.isDamaged, reader.index == rows[position].end,
        PageMemo.hash(page.path) == rows[position].path
      else {
        return nil
      }
      pages.append(page)
    }
    return pages
  }

  public func pack(into writer: inout PackedWriter) {
    writer.data(frame)
    writer.table(rows)
    writer.data(outlines)
  }

  public init(from reader: inout PackedReader) {
    frame = reader.data()
    rows = reader.table(Row.self)
    outlines = reader.data()
    var own = PackedReader(frame)
    folder = own.text()
    settings = Settings(from: &own)
    locales = own.list { Locale(from: &$0) }
    chosen = own.numbers()
    var end = 0
    for row in rows {
      if row.end < end { reader.reject() }
      end = row.end
    }
    if !own.isDone || locales.isEmpty || settings.languages.isEmpty || end != outlines.count {
      reader.reject()
    }
  }

  /// What the content folder's file `path` is called in messages.
  func displayName(_ path: String) -> String {
    folder.isEmpty || folder == "." ? path : "\(folder)/\(path)"
  }
}

extension PackedSite.Row {
  fileprivate init(_ page: PageMemo, languages: [String]) {
    let name = MarkdownFileName(path: page.path, languages: languages)
    path = PageMemo.hash(page.path)
    neutral = PageMemo.hash(name?.neutralPath ?? page.path)
    folder = PageMemo.hash(PackedSite.folder(of: page.path))
    end = 0
    kind = Self.other
    facts = page.isDraft ? Self.draft : 0
    switch page.content {
    case .article(let article):
      kind = article.isTopic ? Self.topic : Self.article
      facts |= article.tags.isEmpty ? 0 : Self.tags
      facts |= article.cause == nil ? 0 : Self.cause
      facts |= article.reviewed == nil ? 0 : Self.review
    case .error(let definition): facts |= definition.reviewed == nil ? 0 : Self.review
    case .none: break
    }
  }
}

extension PackedSite {
  /// The folder in which a path lies; empty for the content folder itself.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }
}
