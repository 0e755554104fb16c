import Diagnostics

/// A source after `{$NAME}` and `{$NAME:default}` were replaced, as Caddy does before it looks for words.
///
/// Remembers where each byte came from, so that a word still has a place in the file a person sees.
struct CaddyExpandedSource {
  let source: Source
  let bytes: [UInt8]
  /// Variables without a value and without a default, and what was put in their place.
  private(set) var unset: [(name: String, value: String, place: Place)] = []
  /// Each replacement: where it ends in the result, and where the original goes on.
  private var shifts: [(start: Int, end: Int, originalStart: Int, originalEnd: Int)] = []

  /// - Parameter standIns: what is taken for variables that have neither a value nor a default; nothing when absent.
  init(_ source: Source, environment: [String: String], standIns: [String: String] = [:]) {
    self.source = source
    var input = source.bytes[...]
    var result: [UInt8] = []
    while let open = Self.find([UInt8(ascii: "{"), UInt8(ascii: "$")], in: input),
      let close = input[(open + 2)...].firstIndex(of: UInt8(ascii: "}"))
    {
      let inside = ByteText(input[(open + 2)..<close])
      guard !inside.isEmpty else {
        result += input[...close]
        input = input[(close + 1)...]
        continue
      }
      result += input[..<open]
      let (name, fallback) = inside.cut(":").map { ($0.before, Optional($0.after)) } ?? (inside, nil)
      var value = environment[name.string].map { ByteText($0) } ?? fallback
      if value == nil {
        let standIn = standIns[name.string] ?? ""
        value = ByteText(standIn)
        unset.append((name.string, standIn, source.place(open..<close + 1)))
      }
      let start = result.count
      result += value?.bytes ?? []
      shifts.append((start, result.count, open, close + 1))
      input = input[(close + 1)...]
    }
    result += input
    bytes = result
  }

  /// Every variable that has neither a value nor a default, wherever it stands.
  static func unset(in source: Source, environment: [String: String]) -> [(name: String, place: Range<Int>)] {
    CaddyExpandedSource(source, environment: environment).unset.map { ($0.name, $0.place.range) }
  }

  /// The place in the file for a range of the expanded bytes.
  func place(_ range: Range<Int>) -> Place {
    guard !shifts.isEmpty else { return source.place(range) }
    let start = original(range.lowerBound, isEnd: false)
    return source.place(start..<max(start, original(range.upperBound, isEnd: true)))
  }

  private func original(_ offset: Int, isEnd: Bool) -> Int {
    var low = 0
    var high = shifts.count
    while low < high {
      let middle = (low + high) / 2
      if shifts[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return offset }
    let shift = shifts[low - 1]
    if offset < shift.end { return isEnd ? shift.originalEnd : shift.originalStart }
    return shift.originalEnd + offset - shift.end
  }

  private static func find(_ pair: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      if bytes[index] == pair[0], bytes[index + 1] == pair[1] { return index }
      index += 1
    }
    return nil
  }
}
