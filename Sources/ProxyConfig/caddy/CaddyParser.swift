import Diagnostics

/// Reads words as sites and directives (`caddyconfig/caddyfile/parse.go`).
///
/// What Caddy refuses is reported and skipped; the rest is read on, so that one run shows as much as possible.
struct CaddyParser {
  var tokens: CaddyTokenList
  var cursor = -1
  let release: CaddyRelease
  var block = CaddySiteBlock()
  var nesting = 0
  private var reachedEnd = false
  var snippets: [ByteText: [CaddyToken]] = [:]
  var imports: CaddyImports
  private(set) var blocks: [CaddySiteBlock] = []
  var report = Report()

  init(_ tokens: [CaddyToken], imports: CaddyImports) {
    self.tokens = CaddyTokenList(tokens)
    self.imports = imports
    release = imports.release
  }

  mutating func parse() {
    while next() {
      block = CaddySiteBlock()
      nesting = 0
      reachedEnd = false
      do throws(CaddyRefusal) {
        try readOne()
      } catch {
        report.add(error.diagnostic)
        skipBlock()
      }
      if !block.isEmpty { blocks.append(block) }
    }
  }

  // MARK: - The cursor

  var value: ByteText { tokens.indices.contains(cursor) ? tokens[cursor].text : "" }

  mutating func next() -> Bool {
    guard cursor < tokens.count - 1 else { return false }
    cursor += 1
    return true
  }

  private var isNewLine: Bool {
    guard cursor >= 1 else { return true }
    return cursor < tokens.count && tokens[cursor - 1].isBeforeNewLine(tokens[cursor], release)
  }

  private var isNextOnNewLine: Bool {
    guard cursor >= 0 else { return false }
    return cursor >= tokens.count - 1 || tokens[cursor].isBeforeNewLine(tokens[cursor + 1], release)
  }

  var place: Place {
    guard !tokens.isEmpty else { return Place(file: "") }
    return tokens[min(max(0, cursor), tokens.count - 1)].place
  }

  func error(_ message: String) -> CaddyRefusal { CaddyRefusal(message, at: place) }
  private func endError() -> CaddyRefusal { error("the file ends inside a block: a closing } is missing") }

  /// After an error: on to the end of the block the cursor is in.
  private mutating func skipBlock() {
    guard block.hasBraces else { return }
    var depth = max(1, nesting + 1)
    while next() {
      if value == "{" { depth += 1 }
      if value == "}" {
        depth -= 1
        if depth == 0 { return }
      }
    }
  }

  // MARK: - Blocks

  private mutating func readOne() throws(CaddyRefusal) {
    try readAddresses()
    if reachedEnd { return }
    if release.isModern, let name = bracketed("&(") {
      block.isNamedRoute = true
      var key = block.keys[0]
      key.text = name
      block.keys = [key]
      block.segments = [[key] + (try blockTokens(keepingBraces: true))]
      return
    }
    if let name = bracketed("(") {
      let isKnown = snippets[name] != nil
      let first = block.keys[0].place
      block.keys = []
      if isKnown { throw CaddyRefusal("the snippet \(name) is defined twice", at: first) }
      snippets[name] = try blockTokens(keepingBraces: false).map { token in
        var token = token
        token.snippet = name
        return token
      }
      return
    }
    try readContents()
  }

  private func bracketed(_ open: ByteText) -> ByteText? {
    guard block.keys.count == 1, block.keys[0].text.hasPrefix(open), block.keys[0].text.hasSuffix(")") else {
      return nil
    }
    return block.keys[0].text.from(open.count).without(suffix: ")")
  }

  private mutating func readAddresses() throws(CaddyRefusal) {
    var expectsAnother = false
    while true {
      var value = value
      if release.isModern, value.hasPrefix("@") {
        throw error("a matcher belongs into a site's block: \(value)")
      }
      if value == "import", isNewLine {
        try takeImport(nesting: 0)
        // An import that brings nothing leaves the cursor before the next word.
        if cursor >= tokens.count {
          reachedEnd = true
          return
        }
        continue
      }
      if value == "{" {
        if expectsAnother { throw error("another address should follow the comma, not {") }
        block.hasBraces = true
        return
      }
      if value.hasSuffix("{") { throw error("a blank is missing before the brace of \"\(value)\"") }
      if !value.isEmpty {
        expectsAnother = value.hasSuffix(",")
        if expectsAnother { value = value.upTo(value.count - 1) }
        if value.contains(",") { throw error("a blank is missing after a comma in \"\(value)\"") }
        if !value.isEmpty, tokens.indices.contains(cursor) {
          var key = tokens[cursor]
          key.text = value
          block.keys.append(key)
        }
      }
      let hasNext = next()
      if expectsAnother, !hasNext { throw endError() }
      if !hasNext {
        reachedEnd = true
        return
      }
      if !expectsAnother, isNewLine { return }
    }
  }

  private mutating func readContents() throws(CaddyRefusal) {
    let hasBrace = value == "{"
    if !hasBrace { cursor -= 1 }
    while next() {
      if value == "}" { break }
      if value == "import" {
        try takeImport(nesting: 1)
        cursor -= 1
        continue
      }
      do throws(CaddyRefusal) {
        try readDirective()
      } catch {
        // Only what spoils the nesting spoils the block.
        if nesting > 0 || cursor >= tokens.count - 1 { throw error }
        report.add(error.diagnostic)
      }
    }
    if hasBrace, value != "}" { throw endError() }
  }

  private mutating func readDirective() throws(CaddyRefusal) {
    var segment = [tokens[cursor]]
    while next() {
      let value = value
      if value == "{" {
        nesting += 1
        if !isNextOnNewLine, !tokens[cursor].isQuoted { throw error("{ must be the last word of its line") }
        if release.isModern, isNewLine { throw error("{ belongs at the end of the line before") }
      } else if value == "{}" {
        if isNextOnNewLine, !tokens[cursor].isQuoted {
          throw error("{} is no block: write { and } on lines of their own")
        }
      } else if nesting == 0, isNewLine {
        cursor -= 1
        break
      } else if value == "}" {
        if nesting == 0 { throw error("} closes nothing") }
        nesting -= 1
      } else if value == "import", isNewLine {
        try takeImport(nesting: 1)
        cursor -= 1
        continue
      }
      segment.append(tokens[cursor])
    }
    block.segments.append(segment)
    if nesting > 0 { throw endError() }
  }

  private mutating func blockTokens(keepingBraces: Bool) throws(CaddyRefusal) -> [CaddyToken] {
    guard value == "{", tokens.indices.contains(cursor) else { throw error("{ is missing before \"\(value)\"") }
    var found = keepingBraces ? [tokens[cursor]] : []
    var depth = 1
    while next() {
      if value == "}" {
        depth -= 1
        if depth == 0 {
          if keepingBraces { found.append(tokens[cursor]) }
          return found
        }
      }
      if value == "{" { depth += 1 }
      found.append(tokens[cursor])
    }
    throw endError()
  }
}
