import Diagnostics

/// Reads matchers: `@name { … }`, and the sets inside `not` and `lb_retry_match` (`caddyhttp/matchers.go`).
enum CaddyMatcherReader {
  private static func names(_ release: CaddyRelease) -> Set<String> {
    let both: Set<String> = [
      "expression", "file", "header", "header_regexp", "host", "method", "not", "path", "path_regexp", "protocol",
      "query",
      "remote_ip", "vars", "vars_regexp",
    ]
    return release.isModern ? both.union(["client_ip", "tls"]) : both
  }

  /// Reads the definition of a named matcher into `matchers` (`parseMatcherDefinitions`).
  static func define(
    _ segment: CaddyDispenser, _ matchers: inout [ByteText: CaddyMatcherSet]
  ) throws(CaddyRefusal) {
    var words = segment
    let release = words.release
    while words.next() {
      let name = words.value
      if matchers[name] != nil { throw words.error("the matcher \(name) is defined twice") }
      words.matcherName = name.from(1)
      if words.nextArgument() {
        if words.token?.isQuoted == true {
          let name = release.isModern ? words.matcherName : ""
          matchers[words.tokens[words.cursor - 1].text] = CaddyMatcherSet([.expression(words.value, name: name)])
          if release.isModern { return }
          continue
        }
        words.back()
      }
      matchers[name] = try set(&words, inheritsName: true)
      if release.isModern { return }
    }
  }

  /// The matchers of a block or of one line, as one set.
  static func set(_ words: inout CaddyDispenser, inheritsName: Bool = false) throws(CaddyRefusal) -> CaddyMatcherSet {
    var segments: [(name: ByteText, tokens: [CaddyToken])] = []
    func add(_ name: ByteText, _ tokens: [CaddyToken]) {
      if let index = segments.firstIndex(where: { $0.name == name }) {
        segments[index].tokens += tokens
      } else {
        segments.append((name, tokens))
      }
    }
    let outer = words.nesting
    while words.nextArgument() || words.nextInBlock(outer) {
      if !inheritsName, words.release.isModern, let token = words.token, token.isQuoted {
        var name = token
        name.text = "expression"
        name.quote = .none
        add("expression", [name, token])
        continue
      }
      add(words.value, words.nextSegment())
    }
    var matchers: [CaddyMatcher] = []
    guard words.matcherDepth < 50 else { throw words.error("matchers are nested more than 50 deep, which is not read") }
    for (name, tokens) in segments {
      let known = names(words.release)
      guard known.contains(name.string) || words.acceptsModules && CaddyModules.mayBring(name.string, besides: known)
      else {
        throw CaddyRefusal("there is no matcher \(name)", at: tokens.first?.place ?? words.place)
      }
      var inner = CaddyDispenser(tokens, words.release, acceptsModules: words.acceptsModules)
      inner.matcherDepth = words.matcherDepth + 1
      if inheritsName, words.release.isModern { inner.matcherName = words.matcherName }
      matchers.append(try matcher(name.string, &inner))
    }
    return CaddyMatcherSet(matchers)
  }

  private static func matcher(_ name: String, _ words: inout CaddyDispenser) throws(CaddyRefusal) -> CaddyMatcher {
    switch name {
    case "host": .host(try list(&words))
    case "path": .path(try list(&words))
    case "method": .method(try list(&words))
    case "path_regexp": .pathRegexp(try pathRegexp(&words))
    case "query": .query(try query(&words))
    case "header": .header(try header(&words))
    case "header_regexp": .headerRegexp(try namedRegexps(&words, isUnique: true))
    case "vars_regexp": .varsRegexp(try namedRegexps(&words, isUnique: false))
    case "vars": .vars(try vars(&words))
    case "protocol": .protocols(try single(&words))
    case "not": .not(try negated(&words))
    case "expression": try expression(&words)
    case "file": .file(try file(&words))
    case "remote_ip": try remoteIP(&words)
    case "client_ip": .clientIP(try ranges(&words))
    case "tls": try tls(&words)
    default: .unknown(ByteText(name))
    }
  }

  static func noBlock(_ words: inout CaddyDispenser) throws(CaddyRefusal) {
    if words.nextInBlock() { throw words.error("this matcher takes no block") }
  }

  private static func list(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> [ByteText] {
    var all: [ByteText] = []
    while words.next() {
      all += words.remainingArguments()
      try noBlock(&words)
    }
    return all
  }

  private static func single(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> ByteText {
    var value = ByteText()
    while words.next() {
      guard words.nextArgument() else { throw words.error("protocol takes exactly one protocol") }
      value = words.value
    }
    return value
  }

  private static func pathRegexp(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> CaddyRegexp {
    var regexp = CaddyRegexp(pattern: "")
    while words.next() {
      if !regexp.pattern.isEmpty { throw words.error("a named matcher may have one regular expression only") }
      let arguments = words.remainingArguments()
      switch arguments.count {
      case 1: regexp.pattern = arguments[0]
      case 2: (regexp.name, regexp.pattern) = (arguments[0], arguments[1])
      default: throw words.countError()
      }
      if regexp.name.isEmpty { regexp.name = words.matcherName }
      try noBlock(&words)
    }
    return regexp
  }

  private static func namedRegexps(_ words: inout CaddyDispenser, isUnique: Bool) throws(CaddyRefusal)
    -> [CaddyNamedRegexp]
  {
    var all: [CaddyNamedRegexp] = []
    while words.next() {
      let first = try words.argument()
      let second = try words.argument()
      var (name, field, pattern) = (ByteText(), first, second)
      if words.nextArgument() { (name, field, pattern) = (first, second, words.value) }
      if name.isEmpty { name = words.matcherName }
      if all.contains(where: { $0.field == field }) {
        if isUnique { throw words.error("header_regexp may stand only once for \(field)") }
        all.removeAll { $0.field == field }
      }
      all.append(CaddyNamedRegexp(field, CaddyRegexp(name: name, pattern: pattern)))
      try noBlock(&words)
    }
    return all.sorted { $0.field < $1.field }
  }

  private static func negated(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> [CaddyMatcherSet] {
    var sets: [CaddyMatcherSet] = []
    while words.next() { sets.append(try set(&words)) }
    return sets
  }

  private static func expression(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> CaddyMatcher {
    var text = ByteText()
    var name = ByteText()
    while words.next() {
      if words.countArguments() > 1 {
        var raw: [ByteText] = []
        while words.nextArgument() { raw.append(words.token?.raw ?? "") }
        text = ByteText.joined(raw, separator: " ")
        if words.release.isModern { break }
      } else if words.release.isModern {
        text = try words.argument()
        name = words.matcherName
        break
      } else {
        text = words.value
      }
    }
    return .expression(text, name: name)
  }

  private static func file(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> CaddyFileMatcher {
    var matcher = CaddyFileMatcher()
    func add(_ files: [ByteText]) {
      if !files.isEmpty || matcher.tryFiles != nil { matcher.tryFiles = (matcher.tryFiles ?? []) + files }
    }
    while words.next() {
      add(words.remainingArguments())
      while words.nextInBlock() {
        switch words.word {
        case "root": matcher.root = try words.argument()
        case "try_files":
          add(words.remainingArguments())
          if matcher.tryFiles?.isEmpty ?? true { throw words.countError() }
        case "try_policy": matcher.policy = try words.argument()
        case "split_path":
          matcher.splitPath = words.remainingArguments()
          if matcher.splitPath.isEmpty { throw words.countError() }
        default: throw words.error("file does not know \(words.value)")
        }
      }
    }
    return matcher
  }
}
