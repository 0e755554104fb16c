import Diagnostics

/// What is done with an upstream's answer: `replace_status`, `handle_response`, `intercept`, `copy_response`.
extension CaddyProxyReader {
  static func replaceStatus(
    _ words: inout CaddyDispenser, _ matchers: [ByteText: CaddyResponseMatcher]
  ) throws(CaddyRefusal) -> CaddyResponseHandler {
    var handler = CaddyResponseHandler()
    handler.place = words.place
    let arguments = words.remainingArguments()
    switch arguments.count {
    case 1: handler.status = arguments[0]
    case 2:
      handler.match = try named(arguments[0], matchers, words)
      handler.status = arguments[1]
    default: throw words.error("replace_status takes a response matcher and a status, or the status alone")
    }
    if words.nextInBlock(words.nesting) { throw words.error("replace_status takes no block: use handle_response") }
    return handler
  }

  static func named(
    _ name: ByteText, _ matchers: [ByteText: CaddyResponseMatcher], _ words: CaddyDispenser
  ) throws(CaddyRefusal) -> CaddyResponseMatcher {
    guard name.hasPrefix("@") else { throw words.error("a response matcher begins with @, not \(name)") }
    guard let matcher = matchers[name] else { throw words.error("the response matcher \(name) is not defined here") }
    return matcher
  }

  /// Those with a matcher first, the others behind them (`FinalizeUnmarshalCaddyfile`).
  static func responseHandlers(
    _ known: [CaddyResponseHandler], _ segments: [[CaddyToken]], _ matchers: [ByteText: CaddyResponseMatcher],
    _ helper: CaddyHelper
  ) throws(CaddyRefusal) -> [CaddyResponseHandler] {
    var all = known
    for segment in segments {
      var words = helper.adaptation.words(segment)
      _ = words.next()
      var handler = CaddyResponseHandler()
      handler.place = words.place
      let arguments = words.remainingArguments()
      if arguments.count > 1 { throw words.error("handle_response takes a response matcher and a block, nothing else") }
      if let name = arguments.first { handler.match = try named(name, matchers, words) }
      // What is left is the block behind the last argument.
      var inner = helper.with(arguments.isEmpty ? segment : [segment[0]] + segment[(1 + arguments.count)...])
      handler.routes = try CaddyBlocks.subroute(&inner)
      all.append(handler)
    }
    return all.filter { $0.match != nil } + all.filter { $0.match == nil }
  }

  static func intercept(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    var pending = Pending()
    _ = helper.words.next()
    while helper.words.nextInBlock() {
      if helper.words.value.hasPrefix("@") {
        try CaddyMatcherReader.responseMatcher(&helper.words, into: &pending.matchers)
        continue
      }
      switch helper.words.word {
      case "handle_response": pending.segments.append(helper.words.nextSegment())
      case "replace_status": pending.handlers.append(try replaceStatus(&helper.words, pending.matchers))
      default: throw helper.words.error("intercept does not know \(helper.words.value)")
      }
    }
    return .intercept(try responseHandlers(pending.handlers, pending.segments, pending.matchers, helper))
  }

  static func copyResponse(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    _ = helper.words.next()
    let arguments = helper.words.remainingArguments()
    if arguments.count == 1, let number = arguments[0].integer, number > 0 {
      return .copyResponse(status: arguments[0])
    }
    var status = ByteText()
    while helper.words.nextInBlock() {
      guard helper.words.value == "status" else {
        throw helper.words.error("copy_response does not know \(helper.words.value)")
      }
      status = try helper.words.argument()
    }
    return .copyResponse(status: status)
  }

  static func copyResponseHeaders(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    _ = helper.words.next()
    try helper.words.noMoreArguments()
    var (include, exclude): ([ByteText], [ByteText]) = ([], [])
    while helper.words.nextInBlock() {
      switch helper.words.word {
      case "include": include += helper.words.remainingArguments()
      case "exclude": exclude += helper.words.remainingArguments()
      default: throw helper.words.error("copy_response_headers does not know \(helper.words.value)")
      }
    }
    return .copyResponseHeaders(include: include, exclude: exclude)
  }
}
