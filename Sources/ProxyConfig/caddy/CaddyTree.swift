import Diagnostics

/// Shows what was read as the tree of directives all proxies share, with imports already in place.
enum CaddyTree {
  static func directives(_ blocks: [CaddySiteBlock], _ release: CaddyRelease) -> [Directive] {
    blocks.map { block in
      let inside = block.segments.flatMap { segment -> [Directive] in
        var index = 0
        return list(segment, &index, release, depth: 0)
      }
      let words = block.keys.map(argument)
      let place = block.keys.first?.place ?? block.segments.first?.first?.place ?? Place(file: "")
      return Directive(
        name: block.keys.map(\.text.string).joined(separator: " "), words: words, block: inside, place: place)
    }
  }

  private static func argument(_ token: CaddyToken) -> Argument {
    let quoting: Argument.Quoting =
      switch token.quote {
      case .none: .none
      case .double: .double
      case .backtick: .backtick
      case .heredoc: .heredoc
      }
    return Argument(place: token.place, quoting: quoting, decoded: token.text)
  }

  /// Lines up to the closing brace; deeper nesting than any sensible configuration has is left out.
  private static func list(_ tokens: [CaddyToken], _ index: inout Int, _ release: CaddyRelease, depth: Int)
    -> [Directive]
  {
    var result: [Directive] = []
    while index < tokens.count, tokens[index].text != "}" {
      var words = [tokens[index]]
      index += 1
      while index < tokens.count, tokens[index].text != "{", tokens[index].text != "}",
        !tokens[index - 1].isBeforeNewLine(tokens[index], release)
      {
        words.append(tokens[index])
        index += 1
      }
      var block: [Directive]?
      if index < tokens.count, tokens[index].text == "{", depth < 200 {
        index += 1
        block = list(tokens, &index, release, depth: depth + 1)
        index += 1
      }
      let first = words[0].place
      let end =
        words.last { $0.place.source.name == first.source.name }?.place.range.upperBound ?? first.range.upperBound
      result.append(
        Directive(
          name: words[0].text.string, words: words.map(argument), block: block,
          place: first.source.place(first.range.lowerBound..<max(end, first.range.upperBound))))
    }
    return result
  }
}
