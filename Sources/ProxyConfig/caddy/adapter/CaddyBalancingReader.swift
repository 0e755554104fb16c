/// Reads what stands behind `lb_policy` and `fallback`: the policy's name and the arguments that it takes
/// (`modules/caddyhttp/reverseproxy/selectionpolicies.go`, `UnmarshalCaddyfile` of each).
enum CaddyBalancingReader {
  private static let plain: Set<String> = ["first", "ip_hash", "least_conn", "random", "round_robin", "uri_hash"]
  private static let others: Set<String> = ["cookie", "header", "random_choose"]
  private static let modern: Set<String> = ["client_ip_hash", "query", "weighted_round_robin"]

  /// The policy's name; the words stand on it before, and behind its last line after.
  static func policy(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> CaddyToken {
    _ = try words.argument()
    let isModern = words.release.isModern
    if words.acceptsModules, let name = words.token,
      CaddyModules.mayBring(words.word, besides: plain.union(others).union(modern))
    {
      if !plain.union(others).union(modern).contains(words.word) {
        _ = words.nextSegment()
        return name
      }
    }
    guard let name = words.token,
      plain.union(others).contains(words.word) || isModern && modern.contains(words.word)
    else { throw words.error("there is no policy \(words.value)") }
    var inner = words.fromNextSegment()
    _ = inner.next()
    switch name.text.string {
    case "cookie":
      if inner.countArguments() > 2 {
        _ = inner.remainingTokens()
        throw inner.countError()
      }
      _ = inner.remainingTokens()
      if isModern { try options(&inner, and: "max_age") }
    // The older reader of the next two takes pairs of words, of which only the first is a name, to the end of the block.
    case "header", "query":
      repeat { _ = try inner.argument() } while !isModern && inner.next()
      _ = inner.remainingTokens()
      if isModern { try options(&inner) }
    case "random_choose":
      repeat { try wholeNumber(try inner.argument(), inner) } while !isModern && inner.next()
    case "weighted_round_robin":
      _ = try inner.argument()
      repeat {
        try wholeNumber(inner.value, inner)
        if inner.value.string.hasPrefix("-") { throw inner.error("\(inner.value) is less than nothing") }
      } while inner.nextArgument()
    default:
      try inner.noMoreArguments()
      // The older reader looks at every line of a block that it does not know.
      while !isModern, inner.next() { try inner.noMoreArguments() }
    }
    return name
  }

  private static func wholeNumber(_ text: ByteText, _ words: CaddyDispenser) throws(CaddyRefusal) {
    guard text.integer != nil else { throw words.error("\(text) is no number") }
  }

  private static func options(_ words: inout CaddyDispenser, and other: String? = nil) throws(CaddyRefusal) {
    var hasFallback = false
    let nesting = words.nesting
    while words.nextInBlock(nesting) {
      switch words.word {
      case "fallback":
        if hasFallback { throw words.error("fallback stands here twice") }
        hasFallback = true
        _ = try policy(&words)
      case other:
        guard CaddyDuration.seconds(try words.argument()) != nil else {
          throw words.error("\(words.value) is no duration")
        }
      default: throw words.error("there is no option \(words.value)")
      }
    }
  }
}
