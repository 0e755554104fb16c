/// What an import puts in place of `{args[0]}`, `{args.0}`, `{args[1:]}`, `{block}` and `{blocks.name}` (`importargs.go`).
struct CaddyImportArguments {
  private let arguments: [ByteText]
  private let release: CaddyRelease

  init(_ arguments: [ByteText], _ release: CaddyRelease) {
    self.arguments = arguments
    self.release = release
  }

  /// The imported words as they stand at this import.
  func apply(
    to tokens: [CaddyToken], block: [CaddyToken], blocks: [ByteText: [CaddyToken]], nesting: Int
  ) -> [CaddyToken] {
    var nesting = nesting
    var result: [CaddyToken] = []
    result.reserveCapacity(tokens.count)
    // Snippets defined in an imported file keep their own placeholders for later.
    var (isSnippet, maybeSnippet, index) = (false, false, 0)
    for (number, original) in tokens.enumerated() {
      var token = original
      if release.isModern {
        if !isSnippet, nesting == 0 {
          index = number == 0 || result.last.map { $0.isBeforeNewLine(token, release) } ?? true ? 0 : index + 1
          if index == 0, token.text.count >= 3, token.text.hasPrefix("("), token.text.hasSuffix(")") {
            maybeSnippet = true
          }
        }
        if token.text == "{" {
          nesting += 1
          if index == 1, maybeSnippet, nesting == 1 { (isSnippet, maybeSnippet) = (true, false) }
        } else if token.text == "}" {
          nesting -= 1
          if nesting == 0, isSnippet { isSnippet = false }
        }
        if isSnippet {
          result.append(token)
          continue
        }
        if token.text == "{block}" {
          result += block
          continue
        }
        if token.text.hasPrefix("{blocks."), token.text.hasSuffix("}") {
          result += blocks[token.text.from(8).without(suffix: "}")] ?? []
          continue
        }
        if let range = variadic(token.text) {
          for argument in arguments[range] {
            token.text = argument
            result.append(token)
          }
          continue
        }
      }
      token.text = CaddyPlaceholders.replaceKnown(token.text) { argument($0) }
      result.append(token)
    }
    return result
  }

  private func argument(_ key: ByteText) -> ByteText? {
    if !release.isModern {
      guard key.hasPrefix("args."), let index = key.from(5).number, String(index) == key.from(5).string else {
        return nil
      }
      return arguments.indices.contains(index) ? arguments[index] : nil
    }
    let index: Int?
    if key.hasPrefix("args.") {
      index = key.from(5).integer
    } else if key.hasPrefix("args["), key.hasSuffix("]") {
      index = key.from(5).without(suffix: "]").integer
    } else {
      return nil
    }
    return index.flatMap { arguments.indices.contains($0) ? arguments[$0] : nil }
  }

  /// `{args[1:]}` and the like, a word of its own.
  private func variadic(_ text: ByteText) -> Range<Int>? {
    guard text.hasPrefix("{args["), text.hasSuffix("]}"), text.count > 8 else { return nil }
    guard let (from, to) = text[6..<(text.count - 2)].cut(":"), !from.contains("}"), !to.contains("{") else {
      return nil
    }
    guard let start = from.isEmpty ? 0 : from.integer, let end = to.isEmpty ? arguments.count : to.integer else {
      return nil
    }
    return start >= 0 && start <= end && end <= arguments.count ? start..<end : nil
  }
}
