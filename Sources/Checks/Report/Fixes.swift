public import Diagnostics

/// The certain changes a report asks for, put into the files' texts; everything else stays as it is, byte by byte.
public struct Fixes: Sendable {
  /// A file before and after.
  public struct Change: Sendable {
    public let source: Source
    public let bytes: [UInt8]
  }

  public let changes: [Change]
  /// How many findings are mended.
  public let count: Int

  /// Of two changes that overlap the first is made; another run makes the other. The same change wanted twice is made once.
  public init(_ diagnostics: [Diagnostic]) {
    var files: [String: (source: Source, edits: [(range: Range<Int>, text: String)])] = [:]
    var count = 0
    for diagnostic in diagnostics where !diagnostic.fix.isEmpty {
      let isFree = diagnostic.fix.allSatisfy { edit in
        !(files[edit.place.source.name]?.edits ?? []).contains {
          Self.collide($0, (edit.place.range, edit.replacement))
        }
      }
      guard isFree else { continue }
      count += 1
      for edit in diagnostic.fix {
        let name = edit.place.source.name
        let isKnown =
          files[name]?.edits.contains { $0.range == edit.place.range && $0.text == edit.replacement } ?? false
        guard !isKnown else { continue }
        files[name, default: (edit.place.source, [])].edits.append((edit.place.range, edit.replacement))
      }
    }
    self.count = count
    changes = files.keys.sorted().compactMap { name in
      guard let file = files[name] else { return nil }
      var bytes = file.source.bytes
      for edit in file.edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
      }
      return Change(source: file.source, bytes: bytes)
    }
  }

  private typealias Edit = (range: Range<Int>, text: String)

  private static func collide(_ one: Edit, _ other: Edit) -> Bool {
    if one.range == other.range { return one.text != other.text }
    // What is put in at the end of something that is replaced could stand on either side of it.
    if one.range.isEmpty || other.range.isEmpty {
      return one.range.lowerBound <= other.range.upperBound && other.range.lowerBound <= one.range.upperBound
    }
    return one.range.overlaps(other.range)
  }

  /// The changes as a unified diff, for `patch -p0`.
  public var unifiedDiff: String {
    changes.map { change in
      UnifiedDiff(old: change.source.bytes, new: change.bytes).text(name: change.source.name)
    }.joined()
  }
}
