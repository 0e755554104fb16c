/// One node of a parsed text, linked to its neighbours by index into `Tree.nodes`.
struct Node {
  enum Kind: UInt8 {
    // What libcmark knows (CommonMark 0.30).
    case document, quote, list, item, codeBlock, htmlBlock, paragraph, heading, thematicBreak
    case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, link, image
    // What our own passes put in their place.
    case table, tableRow, tableCell, strikethrough, footnoteReference, footnoteDefinition, callout, tabGroup
  }

  /// No node.
  static let none: Int32 = -1

  var kind: Kind
  /// For a list: no paragraph tags around its items' text (CommonMark, section 5.3). For an item: its text started with
  /// a task marker. For a link: the text is the address itself. For a table's row: it is the header.
  var flag = false
  /// For a heading its level; for a list its first number, or -1 for bullets; for an item -1, or 0 and 1 for a task to
  /// do and done; for a link, an image or a code block an index into `Tree.targets`; for a table's cell its alignment;
  /// for a footnote its index; for a call-out the index of its kind.
  var number: Int32 = 0

  var parent = Node.none
  var first = Node.none
  var last = Node.none
  var next = Node.none
  var previous = Node.none

  /// The literal text, as a range of `Tree.bytes`.
  var textStart: Int32 = 0
  var textEnd: Int32 = 0

  /// Lines of the body, from 1; only blocks have them. libcmark's start lines are right; its end lines may be too late.
  var line: Int32 = 0
  var endLine: Int32 = 0
  /// Byte column of the block's first character, from 1.
  var column: Int32 = 0

  init(_ kind: Kind) {
    self.kind = kind
  }

  var text: Range<Int> {
    get { Int(textStart)..<Int(textEnd) }
    set {
      textStart = Int32(truncatingIfNeeded: newValue.lowerBound)
      textEnd = Int32(truncatingIfNeeded: newValue.upperBound)
    }
  }
}

extension Node.Kind {
  var isInline: Bool {
    switch self {
    case .text, .softBreak, .lineBreak, .code, .htmlInline, .emphasis, .strong, .link, .image, .strikethrough,
      .footnoteReference:
      true
    default: false
    }
  }

  /// Whether the children are inlines.
  var holdsInlines: Bool {
    switch self {
    case .paragraph, .heading, .tableCell: true
    default: isInline
    }
  }
}
