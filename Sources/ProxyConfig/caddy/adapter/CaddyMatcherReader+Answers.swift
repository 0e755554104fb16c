import Diagnostics

/// Conditions on answers.
extension CaddyMatcherReader {
  /// `@name status 5xx` inside `reverse_proxy` and `intercept`, or `match …` (`ParseNamedResponseMatcher`).
  static func responseMatcher(
    _ words: inout CaddyDispenser, into known: inout [ByteText: CaddyResponseMatcher]
  ) throws(CaddyRefusal) {
    var inner = words.fromNextSegment()
    while inner.next() {
      let name = inner.value
      if known[name] != nil { throw inner.error("the matcher \(name) is defined twice") }
      var matcher = CaddyResponseMatcher()
      let outer = inner.nesting
      while inner.nextArgument() || inner.nextInBlock(outer) {
        switch inner.word {
        case "header":
          var field = inner.fromNextSegment()
          matcher.headers = try header(&field, into: matcher.headers)
        case "status":
          let arguments = inner.remainingArguments()
          if arguments.isEmpty { throw inner.countError() }
          for argument in arguments {
            let text = argument.count == 3 && argument.hasSuffix("xx") ? argument.upTo(1) : argument
            guard let status = text.integer else { throw inner.error("\(argument) is no status") }
            matcher.statuses = (matcher.statuses ?? []) + [status]
          }
        default: throw inner.error("there is no response matcher \(inner.value)")
        }
      }
      known[name] = matcher
      if words.release.isModern { return }
    }
  }
}
