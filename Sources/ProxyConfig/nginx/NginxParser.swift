import Diagnostics

/// One nginx file as a tree, includes not yet followed.
struct NginxFile {
  let source: Source
  var directives: [Directive]
  /// Whether some `include` is in there.
  var hasIncludes: Bool
  var damage: [Diagnostic]
}

/// Builds the tree of one file from the lexer's statements (`ngx_conf_parse`), whatever the damage.
///
/// Whether a directive has a block is decided by how its statement ends, so that directives of unknown modules are kept.
enum NginxParser {
  /// No real configuration nests deeper; what does would only exhaust the stack of whoever walks the tree.
  static let deepest = 100

  private struct Frame {
    var words: [Argument]
    var start: Int
    var children: [Directive] = []
    /// Nameless or too deep: read for the sake of its closing brace only.
    var isDropped = false
  }

  static func parse(_ source: Source) -> NginxFile {
    var lexer = NginxLexer(source, from: skipByteOrderMark(source))
    var hasIncludes = false
    var top: [Directive] = []
    var frames: [Frame] = []
    /// Blocks below the deepest level that is kept.
    var surplus = 0
    var words: [Argument] = []

    func add(_ directive: Directive) {
      if frames.isEmpty { top.append(directive) } else { frames[frames.count - 1].children.append(directive) }
    }
    func close(_ frame: Frame, at end: Int) {
      guard !frame.isDropped, let name = frame.words.first?.asName else { return }
      add(
        Directive(
          name: name.text, stock: name.stock, words: frame.words, block: frame.children, in: lexer.shared,
          frame.start..<end))
    }

    reading: while true {
      switch lexer.next(into: &words) {
      case .semicolon:
        guard let first = words.first, surplus == 0 else { continue }
        let name = first.asName
        if name.stock == nil, name.text == "include" { hasIncludes = true }
        add(
          Directive(
            name: name.text, stock: name.stock, words: words.fitted, block: nil, in: lexer.shared,
            first.range.lowerBound..<lexer.position))
      case .blockStart:
        if surplus > 0 || frames.count == deepest {
          if surplus == 0 {
            lexer.report("too-deep", "blocks nest more than \(deepest) deep", lexer.position - 1..<lexer.position)
          }
          surplus += 1
          continue
        }
        if let name = words.first, name.value.hasSuffix("_by_lua_block") {
          readLua(&words, &lexer)
          add(
            Directive(
              name: name.value, words: words, block: [], in: lexer.shared, name.range.lowerBound..<lexer.position))
          continue
        }
        let start = words.first?.range.lowerBound ?? lexer.position - 1
        frames.append(Frame(words: words.fitted, start: start, isDropped: words.isEmpty))
      case .blockEnd:
        if surplus > 0 {
          surplus -= 1
        } else if let frame = frames.popLast() {
          close(frame, at: lexer.position)
        } else {
          lexer.report(
            "unexpected-token", "unexpected \"}\": no block is open here", lexer.position - 1..<lexer.position)
        }
      case .fileEnd:
        break reading
      }
    }
    if let open = frames.last {
      let end = open.words.last?.range.upperBound ?? open.start + 1
      lexer.report(
        "unexpected-end", "unexpected end of file, expecting \"}\": this block is never closed", open.start..<end)
    }
    while let frame = frames.popLast() { close(frame, at: lexer.position) }
    let damage = wholeFileDamage(source, isBroken: !lexer.damage.isEmpty) + lexer.damage
    return NginxFile(source: source, directives: top, hasIncludes: hasIncludes, damage: damage)
  }

  /// OpenResty's `*_by_lua_block { … }`: what is inside is Lua and becomes the last word.
  private static func readLua(_ words: inout [Argument], _ lexer: inout NginxLexer) {
    let start = lexer.position
    guard let end = LuaBlock.end(in: lexer.bytes, from: start) else {
      lexer.report("unexpected-end", "this block of Lua is never closed", start - 1..<start)
      lexer.skip(to: lexer.bytes.count)
      words.append(Argument(in: lexer.shared, start..<lexer.bytes.count))
      return
    }
    words.append(Argument(in: lexer.shared, start..<end))
    lexer.skip(to: end + 1)
  }

  private static func skipByteOrderMark(_ source: Source) -> Int {
    source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// What spoils a file as a whole: a byte order mark, or the marks of a template language.
  ///
  /// Only a file that is broken anyway is searched for a template's marks: doubled braces are fine in Lua.
  private static func wholeFileDamage(_ source: Source, isBroken: Bool) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if skipByteOrderMark(source) > 0 {
      found.append(
        Diagnostic(
          "byte-order-mark", .error,
          "the file starts with a byte order mark, which nginx takes for part of a directive",
          at: source.place(0..<3), help: "save the file as UTF-8 without a byte order mark",
          fix: [.init(replace: source.place(0..<3), with: "")]))
    }
    if isBroken, let mark = TemplateMark.find(in: source.bytes) {
      found.append(
        Diagnostic(
          "template", .error, "this is a template and not yet a configuration", at: source.place(mark),
          notes: ["\(source.text(mark)) belongs to a template language; nginx would read it as words and braces."],
          help: "render the template first and check the result"))
    }
    return found
  }
}

extension [Argument] {
  /// A copy that takes no more room than it needs; the lexer goes on with this array.
  fileprivate var fitted: [Argument] { map(\.self) }
}
