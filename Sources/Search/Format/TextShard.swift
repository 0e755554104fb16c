internal import Escaping

/// The text of some pages: title, description, and each section's id, heading and text with its code.
enum TextShard {
  /// The value, and how many bytes of it each page takes.
  static func encode(_ pages: ArraySlice<SearchDocument>) -> (value: [UInt8], sizes: [Int32]) {
    var value: [UInt8] = [UInt8(ascii: "[")]
    var sizes: [Int32] = []
    for page in pages {
      if !sizes.isEmpty { value.append(UInt8(ascii: ",")) }
      let start = value.count
      append(page, to: &value)
      sizes.append(Int32(clamping: value.count - start))
    }
    value.append(UInt8(ascii: "]"))
    return (value, sizes)
  }

  /// The same of pages of which `text` is known.
  static func encode(_ texts: [[UInt8]]) -> (value: [UInt8], sizes: [Int32]) {
    let value = [UInt8(ascii: "[")] + Array(texts.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
    return (value, texts.map { Int32(clamping: $0.count) })
  }

  /// Which pages stand together. A shard begins near the place of an even cut with the page whose path has the least hash
  /// there, so that pages that come and go move few borders.
  ///
  /// - Parameter paths: hashes of the pages' paths, in order.
  static func ranges(of paths: [UInt64], into count: Int) -> [Range<Int>] {
    guard !paths.isEmpty else { return [] }
    let around = paths.count / count / 4
    var starts = [0]
    for number in 1..<max(1, count) {
      let even = number * paths.count / count
      let first = max((starts.last ?? 0) + 1, even - around)
      guard first < paths.count else { break }
      let near = first...max(first, min(even + around, paths.count - 1))
      starts.append(near.min { paths[$0] < paths[$1] } ?? first)
    }
    return zip(starts, starts.dropFirst() + [paths.count]).map { $0..<$1 }
  }

  /// The part of one page.
  static func text(_ document: SearchDocument) -> [UInt8] {
    var text: [UInt8] = []
    append(document, to: &text)
    return text
  }

  private static func append(_ page: SearchDocument, to output: inout [UInt8]) {
    func append(_ character: Unicode.Scalar, _ text: String) {
      output.append(UInt8(ascii: character))
      JSON.append(quoted: text, to: &output)
    }
    append("[", page.title)
    append(",", page.description ?? "")
    output += ",[".utf8
    for (number, section) in page.sections.enumerated() {
      if number > 0 { output.append(UInt8(ascii: ",")) }
      let separator = section.text.isEmpty || section.code.isEmpty ? "" : "\n"
      append("[", section.id)
      append(",", section.heading)
      output.append(UInt8(ascii: ","))
      JSON.append(quotedTogether: section.text, separator, section.code, to: &output)
      output.append(UInt8(ascii: "]"))
    }
    output += "]]".utf8
  }
}
