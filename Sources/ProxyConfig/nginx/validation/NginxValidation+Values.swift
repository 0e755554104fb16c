import Diagnostics

/// What single words must be.
extension NginxValidation {
  mutating func checkValue(_ directive: Directive, _ rule: NginxDirectiveRule) {
    guard let type = rule.value else { return }
    switch type {
    case .text: for word in directive.arguments { checkText(word) }
    case .namedText: for word in directive.arguments.dropFirst() { checkText(word) }
    case .valid: checkValid(directive)
    case .buffers:
      let count = directive.argument(1)?.number ?? 0
      let size = directive.argument(2).flatMap(NginxSize.small) ?? 0
      if count == 0 || size == 0 {
        add(
          "invalid-value", "invalid value in \"\(directive.name)\": it takes a number and a size, such as 4 8k",
          directive)
      }
    default:
      for word in directive.arguments { checkWord(word, type, directive) }
    }
  }

  mutating func checkWord(_ word: Argument, _ type: NginxValueType, _ directive: Directive) {
    guard let refusal = type.refusal(of: word.bytes) else { return }
    add("invalid-value", "invalid value \"\(word.value)\" in \"\(directive.name)\": \(refusal)", word)
  }

  func invalid(_ word: Argument, _ directive: Directive) -> String {
    "invalid value \"\(word.value)\" in \"\(directive.name)\""
  }

  /// A text with variables: each must have a name, a closing brace and somebody who sets it.
  ///
  /// - Parameter takesGroups: `$1` to `$9` stand for what a regular expression has found.
  mutating func checkText(_ word: Argument, _ given: ByteText? = nil, takesGroups: Bool = true) {
    // Most words have no variables.
    guard given != nil || word.contains(UInt8(ascii: "$")) else { return }
    let text = given ?? word.bytes
    guard let first = text.firstIndex(of: UInt8(ascii: "$")) else { return }
    var index = first
    while index < text.count {
      guard text[index] == UInt8(ascii: "$") else {
        index += 1
        continue
      }
      index += 1
      guard index < text.count else {
        add(
          "invalid-variable", "invalid variable name: a \"$\" at the end", word,
          help: "nginx has no way to write a dollar sign; a geo block can make a variable of one")
        return
      }
      if takesGroups, text[index] >= 0x31, text[index] <= 0x39 {
        index += 1
        continue
      }
      let hasBrace = text[index] == UInt8(ascii: "{")
      let start = hasBrace ? index + 1 : index
      var end = start
      while end < text.count, NginxText.isNameByte(text[end]) { end += 1 }
      let name = text[start..<end].string
      if hasBrace, end == text.count || text[end] != UInt8(ascii: "}") {
        add("invalid-variable", "the closing bracket in \"\(name)\" variable is missing", word)
        return
      }
      guard !name.isEmpty else {
        add(
          "invalid-variable", "invalid variable name", word, help: "a name is made of letters, digits and underscores")
        return
      }
      index = hasBrace ? end + 1 : end
      checkVariable(name, word)
    }
  }

  mutating func checkVariable(_ name: String, _ word: Argument) {
    if name.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      // A group is written $1; neither braces nor other places take one.
      return add("unknown-variable", "unknown \"\(name)\" variable", word)
    }
    guard isWhole, !variables.isOpen, !variables.contains(name) else { return }
    add(
      "unknown-variable", "unknown \"\(name)\" variable", word,
      help: "nginx does not start with a variable nobody sets; \"set\", \"map\" or a named group would make it")
  }

  mutating func checkPattern(_ text: ByteText, _ word: Argument) {
    if case .failure(let refusal) = NginxPattern(text, ignoresCase: false).compiled, refusal.isInvalid {
      add("invalid-regex", "the regular expression \"\(text.string)\" \(refusal.reason)", word)
    }
  }

  private mutating func checkValid(_ directive: Directive) {
    guard let last = directive.words.last else { return }
    if NginxTime.parse(last.bytes, inSeconds: true) == nil {
      add("invalid-value", "invalid time value \"\(last.value)\" in \"\(directive.name)\"", last)
    }
    for word in directive.arguments.dropLast() where word.bytes != "any" {
      guard let code = word.bytes.number, 100...599 ~= code else {
        add("invalid-value", "invalid status \"\(word.value)\" in \"\(directive.name)\"", word)
        return
      }
    }
  }
}
