import Diagnostics

/// What single directives ask of their words beyond a kind of value.
extension NginxValidation {
  mutating func checkErrorPage(_ directive: Directive) {
    var codes = directive.arguments.dropLast()
    if let last = codes.last, last.bytes.first == UInt8(ascii: "=") {
      if codes.count == 1 {
        add("invalid-value", invalid(last, directive) + ": a code must come first", last)
        return
      }
      if last.bytes.count > 1, last.bytes.from(1).number == nil {
        add("invalid-value", invalid(last, directive) + ": after \"=\" comes a status or nothing", last)
      }
      codes.removeLast()
    }
    for word in codes {
      guard let code = word.bytes.number else {
        add(
          "invalid-value", invalid(word, directive) + ": it must be a status", word,
          help: "nginx takes single codes only, such as \"500 502 503 504\"")
        return
      }
      guard 300...599 ~= code, code != 499 else {
        add("invalid-value", "value \"\(word.value)\" must be between 300 and 599, and not 499", word)
        return
      }
    }
  }

  mutating func checkReturn(_ directive: Directive) {
    guard directive.words.count > 1 else { return }
    let word = directive.words[1]
    let text = word.bytes
    if let code = text.number, code <= 999 { return }
    let isURL = text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("$scheme")
    if isURL, text.number == nil, directive.words.count == 2 { return }
    add(
      "invalid-value", "invalid return code \"\(word.value)\"", word,
      help: "write a status such as 503, or a full address for a redirect")
  }

  mutating func checkRewrite(_ directive: Directive) {
    let words = directive.words
    checkPattern(words[1].bytes, words[1])
    checkText(words[2])
    if words[2].bytes.isEmpty { add("invalid-value", "empty replacement", words[2]) }
    guard words.count == 4 else { return }
    if !["last", "break", "redirect", "permanent"].contains(words[3].value) {
      add(
        "invalid-value", "invalid parameter \"\(words[3].value)\" in \"rewrite\"", words[3],
        help: "it must be last, break, redirect or permanent")
    }
  }

  mutating func checkSet(_ directive: Directive) {
    checkNewVariable(directive.words[1])
    checkText(directive.words[2])
  }

  mutating func checkNewVariable(_ word: Argument, isUse: Bool = false) {
    guard word.bytes.first == UInt8(ascii: "$"), word.bytes.count > 1 else {
      add("invalid-variable", "invalid variable name \"\(word.value)\"", word, help: "it begins with \"$\"")
      return
    }
    let name = word.bytes.from(1).string
    if isUse {
      checkVariable(name, word)
    } else if isWhole, NginxVariableNames.isTaken(name) {
      add("duplicate-variable", "the duplicate \"\(name)\" variable: it is nginx's own", word)
    }
  }

  mutating func checkSplitPattern(_ word: Argument) {
    checkPattern(word.bytes, word)
    if case .success(let pattern) = NginxPattern(word.bytes, ignoresCase: false).compiled, pattern.groupCount != 2 {
      add("invalid-regex", "pattern \"\(word.value)\" must have 2 captures: the script and the rest", word)
    }
  }

  mutating func checkFileCache(_ directive: Directive) {
    for word in directive.arguments where word.value != "off" {
      let text = word.value
      let isFine =
        text.hasPrefix("max=") && ByteText(String(text.dropFirst(4))).number.map { $0 > 0 } ?? false
        || text.hasPrefix("inactive=") && NginxTime.parse(ByteText(String(text.dropFirst(9))), inSeconds: true) != nil
      if !isFine { add("invalid-value", "invalid \"open_file_cache\" parameter \"\(text)\"", word) }
    }
    let words = directive.arguments.map(\.value)
    if !words.contains("off"), !words.contains(where: { $0.hasPrefix("max=") }) {
      add(
        "invalid-value", "\"open_file_cache\" must have the \"max\" parameter", directive,
        help: "write open_file_cache max=1000 inactive=20s")
    }
  }

  mutating func checkCondition(_ directive: Directive) {
    let condition = NginxCondition(directive.arguments)
    guard let last = directive.words.last else { return }
    switch condition {
    case .malformed:
      add(
        "invalid-condition", "invalid condition \"\(directive.headline)\"", directive,
        help: "nginx knows ($v), ($v = x), !=, ~, ~*, !~, !~*, and (-f file), -d, -e, -x, each with \"!\" before it")
    case .isSet(let name): checkName(name, last)
    case .equals(let name, let text, _):
      checkName(name, last)
      checkText(last, text.source)
    case .matches(let name, let pattern, _):
      checkName(name, last)
      if case .failure(let refusal) = pattern.compiled, refusal.isInvalid {
        add("invalid-regex", "the regular expression \"\(pattern.text.string)\" \(refusal.reason)", last)
      }
    case .file(_, let text, _): checkText(last, text.source)
    }
  }

  /// The name of an `if` is everything after its dollar sign.
  private mutating func checkName(_ name: String, _ word: Argument) {
    checkVariable(name, word)
  }

  mutating func checkTryFiles(_ directive: Directive) {
    guard let last = directive.words.last, last.bytes.first == UInt8(ascii: "=") else { return }
    guard let code = last.bytes.from(1).number, code <= 999 else {
      add("invalid-value", "invalid code \"\(last.value)\" in \"try_files\"", last)
      return
    }
  }

  mutating func checkLast(_ directive: Directive, of count: Int, _ wanted: StaticString) {
    guard directive.words.count == count, let last = directive.words.last, !last.isEqual(to: wanted) else { return }
    add(
      "invalid-value", "invalid parameter \"\(last.value)\" in \"\(directive.name)\": only \"\(wanted)\" fits here",
      last)
  }

  mutating func checkAddress(_ directive: Directive) {
    let word = directive.words[1]
    if word.value == "all" || word.value == "unix:" || AddressRange(word.value) != nil { return }
    add("invalid-value", "invalid parameter \"\(word.value)\" in \"\(directive.name)\": it is no address", word)
  }

  mutating func checkKeepalive(_ directive: Directive) {
    for (index, word) in directive.arguments.enumerated()
    where NginxTime.parse(word.bytes, inSeconds: index == 1) == nil {
      add("invalid-value", invalid(word, directive) + ": it must be a time", word)
    }
  }

  mutating func checkExpires(_ directive: Directive) {
    guard let word = directive.words.last, word.bytes.first != UInt8(ascii: "$"), !NginxText(word.bytes).hasVariables
    else { return }
    let words = directive.words
    if words.count == 3 {
      if words[1].value != "modified" {
        add("invalid-value", invalid(words[1], directive), words[1])
        return
      }
    } else if ["epoch", "max", "off"].contains(word.value) {
      return
    }
    var text = word.bytes
    if text.first == UInt8(ascii: "@") { text = text.from(1) }
    if let sign = text.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { text = text.from(1) }
    if NginxTime.parse(text, inSeconds: true) == nil {
      add("invalid-value", invalid(word, directive) + ": it must be a time, epoch, max or off", word)
    }
  }

  mutating func checkRate(_ directive: Directive) {
    let word = directive.words[1]
    if NginxText(word.bytes).hasVariables { return }
    if NginxSize.small(word.bytes) == nil {
      add("invalid-value", invalid(word, directive) + ": it must be a size", word)
    }
  }

  mutating func checkSpecialSize(_ directive: Directive, _ level: Level) {
    let word = directive.words[1]
    guard let size = NginxSize.small(word.bytes) else {
      add("invalid-value", invalid(word, directive) + ": it must be a size", word)
      return
    }
    switch directive.name {
    case "gzip_window" where ![512, 1024, 2048, 4096, 8192, 16_384, 32_768].contains(size):
      add("invalid-value", invalid(word, directive) + ": it must be 512, 1k, 2k, 4k, 8k, 16k or 32k", word)
    case "gzip_hash" where ![512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072].contains(size):
      add("invalid-value", invalid(word, directive) + ": it must be a power of two from 512 to 128k", word)
    case "connection_pool_size" where size < 112 || size % 16 != 0,
      "request_pool_size" where size < 112 || size % 16 != 0:
      add("invalid-value", invalid(word, directive) + ": it must be a multiple of 16 and at least 112", word)
    default: break
    }
    if directive.name == "connection_pool_size" { level.poolSize = size }
  }

  mutating func checkIndex(_ directive: Directive) {
    for word in directive.arguments where word.bytes.isEmpty {
      add("invalid-value", "index \"\" in \"index\" directive is invalid", word)
    }
  }

  mutating func checkMap(_ directive: Directive) {
    checkText(directive.words[1])
    checkNewVariable(directive.words[2])
  }

  mutating func checkRoot(_ directive: Directive, _ level: Level) {
    let other = directive.name == "root" ? "alias" : "root"
    if level.names[other] != nil {
      add(
        "duplicate-directive",
        "\"\(directive.name)\" directive is duplicate, \"\(other)\" directive was specified earlier", directive)
    }
    let text = directive.words[1].bytes
    let forbidden = ["document_root", "realpath_root"]
    if text.contains(UInt8(ascii: "$")),
      forbidden.contains(where: { text.string.contains("$" + $0) || text.string.contains("${" + $0 + "}") })
    {
      add(
        "invalid-value", "the $document_root variable cannot be used in the \"\(directive.name)\" directive", directive)
    }
    if directive.name == "alias", case .named = level.location {
      add("misplaced-directive", "the \"alias\" directive cannot be used inside the named location", directive)
    }
  }

  mutating func checkSearch(_ directive: Directive) {
    if directive.words[1].bytes.isEmpty { add("invalid-value", "empty search pattern", directive.words[1]) }
  }

  mutating func checkCharset(_ directive: Directive) {
    // All that follows the dollar sign is the name.
    if directive.words[1].bytes.first == UInt8(ascii: "$") { checkNewVariable(directive.words[1], isUse: true) }
  }

  mutating func checkLogFormat(_ directive: Directive) {
    for word in directive.words.dropFirst(2) { checkText(word, takesGroups: false) }
    if isWhole, !names.define(format: directive.words[1].value) {
      add("duplicate-log-format", "duplicate \"log_format\" name \"\(directive.words[1].value)\"", directive)
    }
  }

  mutating func checkGeo(_ directive: Directive) {
    if let last = directive.words.last { checkNewVariable(last) }
    if directive.words.count == 3 { checkNewVariable(directive.words[1], isUse: true) }
  }

  mutating func checkCookieChange(_ directive: Directive) {
    for word in directive.arguments where word.bytes.first != UInt8(ascii: "~") { checkText(word) }
  }

  mutating func checkWorkers(_ directive: Directive) {
    if let word = directive.words.last, word.bytes != "auto", word.bytes.number == nil {
      add("invalid-value", invalid(word, directive) + ": it must be a number or \"auto\"", word)
    }
  }
}
