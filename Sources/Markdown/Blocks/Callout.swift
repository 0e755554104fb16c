import Diagnostics

/// A quote whose first line is `[!NOTE]`, as on GitHub.
struct Callout {
  enum Kind: Int32, CaseIterable {
    case note, tip, important, warning, caution

    /// As it is written and as it is called in class names.
    var name: String {
      switch self {
      case .note: "note"
      case .tip: "tip"
      case .important: "important"
      case .warning: "warning"
      case .caution: "caution"
      }
    }

    func title(in strings: MarkdownStrings) -> String {
      switch self {
      case .note: strings.note
      case .tip: strings.tip
      case .important: strings.important
      case .warning: strings.warning
      case .caution: strings.caution
      }
    }
  }

  /// Turns such quotes into call-outs. A word nobody knows stays a quote and is reported.
  static func read(_ tree: inout Tree, map: inout BodyMap, into report: inout Report) {
    for index in tree.nodes.indices where tree.nodes[index].kind == .quote {
      let quote = Int32(truncatingIfNeeded: index)
      guard tree[quote].parent != Node.none, let word = marker(of: quote, in: tree) else { continue }
      if let kind = Kind.allCases.first(where: { $0.name == word.lowercased() }) {
        tree.nodes[index].kind = .callout
        tree.nodes[index].number = kind.rawValue
        removeMarker(of: quote, in: &tree)
      } else {
        let known = Kind.allCases.map { $0.name.uppercased() }
        map.enterBlock(tree[quote].line, tree[quote].line)
        report.add(
          Diagnostic(
            "unknown-callout", .warning, "there is no call-out named `\(word)`",
            at: map.findOrBlock(ArraySlice(word.utf8)),
            notes: ["It is shown as an ordinary quote.", "Known are \(known.joined(separator: ", "))."],
            help: NearestName.of(word, among: known).map { "write `[!\($0)]`" }))
      }
    }
  }

  /// The word in `[!WORD]` if that is the whole first line of a quote.
  private static func marker(of quote: Int32, in tree: Tree) -> String? {
    let paragraph = tree[quote].first
    guard paragraph != Node.none, tree[paragraph].kind == .paragraph, tree[paragraph].first != Node.none else {
      return nil
    }
    let text = tree[tree[paragraph].first]
    guard text.kind == .text, text.next == Node.none || tree[text.next].kind == .softBreak else { return nil }
    let bytes = tree.bytes[text.text]
    guard bytes.count > 3, bytes.starts(with: "[!".utf8), bytes.last == UInt8(ascii: "]") else { return nil }
    let word = bytes.dropFirst(2).dropLast()
    guard word.allSatisfy({ ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }) else { return nil }
    return String(decoding: word, as: UTF8.self)
  }

  /// Takes away the marker's text and line break, and the paragraph if nothing else is in it.
  private static func removeMarker(of quote: Int32, in tree: inout Tree) {
    let paragraph = tree[quote].first
    tree.remove(tree[paragraph].first)
    if tree[paragraph].first != Node.none { tree.remove(tree[paragraph].first) }
    if tree[paragraph].first == Node.none { tree.remove(paragraph) }
  }
}
