internal import Diagnostics
public import Packing

/// A remembered site as it lies in the cache: its frame, a row for each page, and the pages' outlines, of which only
/// those are read and unpacked that somebody asks for.
///
/// It has two parts. Rows and outlines are written once, by a whole build; what edits put in their place is small.
public struct PackedSite: Sendable {
  /// A page's place.
  struct Row: BitwiseCopyable, Sendable {
    /// Of its outline's bytes.
    var sum: UInt64
    /// Where the outline ends that the last whole build wrote.
    var end: Int
  }

  /// Where the part lies that lasts: rows, then outlines.
  private struct Places: BitwiseCopyable {
    var rows: Int
    var outlines: Int
    var end: Int
    /// Of the rows.
    var sum: UInt64
  }

  /// Reads a range of bytes of the part that lasts; nil if that fails.
  public typealias Read = @Sendable (Range<Int>) -> [UInt8]?

  private enum Outlines: Sendable {
    case memory([UInt8])
    case file(Read, at: Int)
  }

  let folder: String
  let settings: Settings
  let locales: [Locale]
  let chosen: [Int]
  private let frame: [UInt8]
  private(set) var rows: [Row]
  private let outlines: Outlines
  /// The outlines of pages that were edited since, by position.
  private var replaced: [Int: [UInt8]] = [:]
  private var places: Places?

  init(_ memo: SiteMemo) {
    if let packed = memo.packed {
      self = packed
      for position in memo.replaced.sorted() { replace(position, by: memo.pages[position]) }
      return
    }
    (folder, settings, locales, chosen) = (memo.folder, memo.settings, memo.locales, memo.chosen)
    var writer = PackedWriter()
    writer.text(folder)
    settings.pack(into: &writer)
    writer.list(locales) { $1.pack(into: &$0) }
    writer.numbers(chosen)
    frame = writer.bytes
    rows = []
    rows.reserveCapacity(memo.pages.count)
    var outlines: [UInt8] = []
    for page in memo.pages {
      let outline = Self.outline(page)
      outlines += outline
      rows.append(Row(sum: Hash64.of(outline), end: outlines.count))
    }
    self.outlines = .memory(outlines)
  }

  /// Unpacks pages; nil if the bytes of any are damaged.
  ///
  /// - Parameter positions: in ascending order; those that follow each other are read together.
  func pages(_ positions: [Int]) -> [PageMemo]? {
    var pages: [PageMemo] = []
    pages.reserveCapacity(positions.count)
    var next = 0
    while next < positions.count {
      let first = next
      next += 1
      if let outline = replaced[positions[first]] {
        guard let page = unpack(positions[first], from: outline, at: 0) else { return nil }
        pages.append(page)
        continue
      }
      while next < positions.count, positions[next] == positions[next - 1] + 1, replaced[positions[next]] == nil {
        next += 1
      }
      let start = start(of: positions[first])
      guard let bytes = bytes(start..<rows[positions[next - 1]].end) else { return nil }
      for position in positions[first..<next] {
        guard let page = unpack(position, from: bytes, at: self.start(of: position) - start) else { return nil }
        pages.append(page)
      }
    }
    return pages
  }

  /// Everything unpacked; nil if anything is damaged.
  public func unpacked(jobs: Int) async -> SiteMemo? {
    let parts = stride(from: 0, to: rows.count, by: 256).map { Array($0..<min($0 + 256, rows.count)) }
    let pages = await Parallel.map(parts, jobs: jobs, atOnce: 1) { self.pages($0) }
    guard pages.allSatisfy({ $0 != nil }) else { return nil }
    return SiteMemo(self, pages: pages.flatMap { $0 ?? [] })
  }

  /// Puts another page in the place of one, or behind the last one.
  mutating func replace(_ position: Int, by page: PageMemo) {
    let outline = Self.outline(page)
    replaced[position] = outline
    if position == rows.count { rows.append(Row(sum: 0, end: rows.last?.end ?? 0)) }
    rows[position].sum = Hash64.of(outline)
  }

  private func start(of position: Int) -> Int { position == 0 ? 0 : rows[position - 1].end }

  private static func outline(_ page: PageMemo) -> [UInt8] {
    var writer = PackedWriter()
    page.pack(into: &writer)
    return writer.bytes
  }

  private func bytes(_ range: Range<Int>) -> [UInt8]? {
    switch outlines {
    case .memory(let bytes): Array(bytes[range])
    case .file(let read, let place): read(place + range.lowerBound..<place + range.upperBound)
    }
  }

  private func unpack(_ position: Int, from bytes: [UInt8], at start: Int) -> PageMemo? {
    let row = rows[position]
    let end = replaced[position].map(\.count) ?? start + row.end - self.start(of: position)
    var sum = Hash64()
    bytes[start..<end].withUnsafeBytes { sum.combine($0) }
    guard sum.value == row.sum else { return nil }
    var reader = PackedReader(bytes, from: start)
    let page = PageMemo(from: &reader, folder: folder)
    return reader.isDamaged || reader.index != end ? nil : page
  }

  /// The part that lasts, to be called once, before `pack`, after a whole build. It will lie at `place`.
  public mutating func store(at place: Int) -> [DeferredBytes] {
    guard case .memory(let outlines) = outlines else { return [] }
    let table = PackedWriter.bytes(of: rows)
    let start = place + table.count
    places = Places(rows: place, outlines: start, end: start + outlines.count, sum: Hash64.of(table))
    return [{ table }, { outlines }]
  }

  /// What is different from the part that lasts, and where that is.
  public func pack(into writer: inout PackedWriter) {
    writer.data(frame)
    writer.table(places.map { [$0] } ?? [])
    writer.list(replaced.sorted { $0.key < $1.key }) { writer, page in
      writer.number(page.key)
      writer.table([rows[page.key]])
      writer.data(page.value)
    }
  }

  public init?(from reader: inout PackedReader, read: @escaping Read) {
    frame = reader.data()
    var own = PackedReader(frame)
    folder = own.text()
    settings = Settings(from: &own)
    locales = own.list { Locale(from: &$0) }
    chosen = own.numbers()
    guard own.isDone, !locales.isEmpty, !settings.languages.isEmpty, let places = reader.table(Places.self).first,
      places.rows >= 0, places.rows <= places.outlines, places.outlines <= places.end,
      let table = read(places.rows..<places.outlines), Hash64.of(table) == places.sum
    else { return nil }
    self.places = places
    rows = PackedReader.rows(of: Row.self, in: table)
    outlines = .file(read, at: places.outlines)
    let ends = [0] + rows.map(\.end)
    guard zip(ends, ends.dropFirst()).allSatisfy({ $0 <= $1 }), ends.last == places.end - places.outlines else {
      return nil
    }
    let pages = reader.list { ($0.number(), $0.table(Row.self), $0.data()) }
    for (position, row, outline) in pages {
      guard position >= 0, position <= rows.count, let row = row.first,
        row.end == (position < rows.count ? rows[position].end : ends.last)
      else { return nil }
      if position == rows.count { rows.append(row) } else { rows[position] = row }
      replaced[position] = outline
    }
    if reader.isDamaged { return nil }
  }
}
