/// HTML as UTF-8 with slots where URLs go, so that a text is rendered once and its links are decided later.
public struct LinkedHTML: Sendable {
  public internal(set) var bytes: [UInt8] = []
  /// Where the footnotes at the end start; the count of `bytes` if there are none.
  public internal(set) var bodyEnd = 0
  /// In ascending order of `offset`.
  public internal(set) var slots: [Slot] = []

  /// A spot between two bytes, inside a double-quoted attribute, where a URL belongs.
  public struct Slot: Sendable, Hashable {
    public let offset: Int
    /// Index into `MarkdownText.links`.
    public let link: Int
    /// The URL as written, for a link nobody has an opinion about.
    public let url: String
  }

  init() {}

  /// Appends the part of the HTML in `range`, each slot filled with what `url` gives for its link; for nil, with the
  /// destination as written. URLs are escaped here.
  public func append(_ range: Range<Int>? = nil, to output: inout [UInt8], url: (Int) -> String?) {
    // Of a text that could not be read back there is nothing.
    let range = (range ?? 0..<bytes.count).clamped(to: 0..<bytes.count)
    var copied = range.lowerBound
    for slot in slots[firstSlot(from: copied)...] where slot.offset >= copied {
      guard slot.offset < range.upperBound else { break }
      output.append(contentsOf: bytes[copied..<slot.offset])
      HTMLBytes.appendURL((url(slot.link) ?? slot.url).utf8, to: &output)
      copied = slot.offset
    }
    output.append(contentsOf: bytes[copied..<range.upperBound])
  }

  /// The same as a string.
  public func string(_ range: Range<Int>? = nil, url: (Int) -> String? = { _ in nil }) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((range?.count ?? bytes.count) + 32 * slots.count)
    append(range, to: &output, url: url)
    return String(decoding: output, as: UTF8.self)
  }

  private func firstSlot(from offset: Int) -> Int {
    var low = 0
    var high = slots.count
    while low < high {
      let middle = (low + high) / 2
      if slots[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
