import Diagnostics

/// `rewrite`, `uri`, `method` (`rewrite/caddyfile.go`).
enum CaddyRewriteReader {
  static func rewrite(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    var rewrite = CaddyRewrite()
    while helper.words.next() {
      rewrite.uri = try helper.words.argument()
      try helper.words.noMoreArguments()
    }
    return .rewrite(rewrite)
  }

  /// Since 2.8 a single argument is the target, even when it begins with a slash.
  static func modernRewrite(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> [CaddyValue] {
    _ = helper.words.next()
    let count = helper.words.countArguments()
    if count == 0 { throw helper.words.error("rewrite needs a target") }
    if count > 2 { throw helper.words.error("rewrite takes a matcher and a target, not more") }
    var rewrite = CaddyRewrite()
    if count == 1 {
      rewrite.uri = try helper.words.argument()
      return helper.route(nil, .rewrite(rewrite))
    }
    let matcher = try helper.extractMatcher()
    _ = helper.words.next()
    _ = helper.words.next()
    rewrite.uri = helper.words.value
    return helper.route(matcher, .rewrite(rewrite))
  }

  static func method(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    var rewrite = CaddyRewrite()
    while helper.words.next() {
      rewrite.method = try helper.words.argument()
      try helper.words.noMoreArguments()
      if helper.release.isModern { break }
    }
    return .rewrite(rewrite)
  }

  static func uri(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    var rewrite = CaddyRewrite()
    while helper.words.next() {
      let arguments = helper.words.remainingArguments()
      guard arguments.count >= (helper.release.isModern ? 1 : 2) else { throw helper.words.countError() }
      switch arguments[0].string {
      case "strip_prefix", "strip_suffix":
        guard arguments.count == 2 else { throw helper.words.countError() }
        if arguments[0] == "strip_suffix" {
          rewrite.stripSuffix = arguments[1]
        } else {
          rewrite.stripPrefix =
            !helper.release.isModern && !arguments[1].hasPrefix("/") ? "/" + arguments[1] : arguments[1]
        }
      case "replace":
        guard arguments.count == 3 || arguments.count == 4 else { throw helper.words.countError() }
        var limit = 0
        if arguments.count == 4, !arguments[3].isEmpty {
          guard let number = arguments[3].integer else {
            throw helper.words.error("the limit of uri replace is a number")
          }
          limit = number
        }
        rewrite.substrings.append(.init(find: arguments[1], replacement: arguments[2], limit: limit))
      case "path_regexp":
        guard arguments.count == 3 else { throw helper.words.countError() }
        rewrite.pathRegexps.append(.init(find: arguments[1], replacement: arguments[2], limit: 0))
      case "query" where helper.release.isModern:
        try query(Array(arguments.dropFirst()), &helper, &rewrite)
      default: throw helper.words.error("uri does not know \(arguments[0])")
      }
      if helper.release.isModern { break }
    }
    return .rewrite(rewrite)
  }

  private static func query(
    _ arguments: [ByteText], _ helper: inout CaddyHelper, _ rewrite: inout CaddyRewrite
  ) throws(CaddyRefusal) {
    if arguments.count > 3 { throw helper.words.countError() }
    rewrite.query = []
    if !arguments.isEmpty { try operation(arguments, helper.words, &rewrite) }
    while helper.words.nextInBlock() {
      if !arguments.isEmpty {
        throw helper.words.error("uri query takes its changes either on its line or in its block")
      }
      try operation([helper.words.value] + helper.words.remainingArguments(), helper.words, &rewrite)
    }
    rewrite.query?.sort { Self.rank($0.kind) < Self.rank($1.kind) }
  }

  /// Caddy applies them kind by kind, whatever their order.
  static func rank(_ kind: CaddyRewrite.QueryOperation.Kind) -> Int {
    CaddyRewrite.QueryOperation.Kind.allCases.firstIndex(of: kind) ?? 0
  }

  private static func operation(
    _ arguments: [ByteText], _ words: CaddyDispenser, _ rewrite: inout CaddyRewrite
  ) throws(CaddyRefusal) {
    let key = arguments[0]
    func need(_ count: Int) throws(CaddyRefusal) { if arguments.count != count { throw words.countError() } }
    if key.hasPrefix("-") {
      try need(1)
      rewrite.query?.append(.init(kind: .delete, key: ByteText(key.drop { $0 == UInt8(ascii: "-") })))
    } else if key.hasPrefix("+") {
      try need(2)
      rewrite.query?.append(.init(kind: .add, key: ByteText(key.drop { $0 == UInt8(ascii: "+") }), value: arguments[1]))
    } else if let (from, to) = key.cut(">") {
      try need(1)
      rewrite.query?.append(.init(kind: .rename, key: from, value: to.cut(">")?.before ?? to))
    } else if arguments.count == 3 {
      rewrite.query?.append(.init(kind: .replace, key: key, value: arguments[2], searchRegexp: arguments[1]))
    } else {
      try need(2)
      rewrite.query?.append(.init(kind: .set, key: key, value: arguments[1]))
    }
  }
}
