/// Directives that answer by themselves: `redir`, `respond`, `error`, `abort`.
extension CaddyPlain {
  static func redir(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    _ = helper.words.next()
    let to = try helper.words.argument()
    let code = helper.words.nextArgument() ? helper.words.value : ""
    var response = CaddyStaticResponse()
    switch code {
    case "permanent": response.status = "301"
    case "temporary", "": response.status = "302"
    case "html":
      response.status = "200"
      response.body = page(to: to)
      if helper.release.isModern { response.headers = [CaddyField("Content-Type", ["text/html; charset=utf-8"])] }
    default:
      if !code.hasPrefix("{") {
        guard let number = code.integer else { throw helper.words.error("\(code) is no status for redir") }
        guard 300...399 ~= number || number == 401 else {
          throw helper.words.error("redir takes 3xx or 401, not \(code)")
        }
      }
      response.status = code
    }
    if response.status != "200" { response.headers = [CaddyField("Location", [to])] }
    return .staticResponse(response)
  }

  static func page(to: ByteText) -> ByteText {
    var safe = ByteText()
    for byte in to {
      switch byte {
      case UInt8(ascii: "&"): safe += ByteText("&amp;")
      case UInt8(ascii: "<"): safe += ByteText("&lt;")
      case UInt8(ascii: ">"): safe += ByteText("&gt;")
      case UInt8(ascii: "\""): safe += ByteText("&#34;")
      case UInt8(ascii: "'"): safe += ByteText("&#39;")
      default: safe.append(byte)
      }
    }
    return ByteText(
      """
      <!DOCTYPE html>
      <html>
      \t<head>
      \t\t<title>Redirecting...</title>
      \t\t<script>window.location.replace("%s");</script>
      \t\t<meta http-equiv="refresh" content="0; URL='%s'">
      \t</head>
      \t<body>Redirecting to <a href="%s">%s</a>...</body>
      </html>

      """
    ).replacing("%s", with: safe)
  }

  static func respond(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    var response = CaddyStaticResponse()
    while helper.words.next() {
      let (text, status) = try textAndStatus(&helper.words)
      if let text { response.body = text }
      if let status { response.status = status }
      while helper.words.nextInBlock() {
        switch helper.words.word {
        case "body":
          if !response.body.isEmpty { throw helper.words.error("respond has two bodies") }
          response.body = try helper.words.argument()
          try helper.words.noMoreArguments()
        case "close":
          if response.closes { throw helper.words.error("close stands here twice") }
          response.closes = true
        default: throw helper.words.error("respond does not know \(helper.words.value)")
        }
      }
      if helper.release.isModern { break }
    }
    return .staticResponse(response)
  }

  static func error(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    var (message, status) = (ByteText(), ByteText())
    while helper.words.next() {
      let (newMessage, newStatus) = try textAndStatus(&helper.words)
      if let newMessage { message = newMessage }
      if let newStatus { status = newStatus }
      while helper.words.nextInBlock() {
        guard helper.words.value == "message" else {
          throw helper.words.error("error does not know \(helper.words.value)")
        }
        if !message.isEmpty { throw helper.words.error("error has two messages") }
        message = try helper.words.argument()
        try helper.words.noMoreArguments()
      }
      if helper.release.isModern { break }
    }
    return .error(message: message, status: status)
  }

  /// `respond` and `error`: a single argument is a status when it is a number of three digits, and a text otherwise.
  static func textAndStatus(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> (ByteText?, ByteText?) {
    let arguments = words.remainingArguments()
    switch arguments.count {
    case 1:
      if arguments[0].count == 3, let number = arguments[0].integer, number > 0 { return (nil, arguments[0]) }
      return (arguments[0], nil)
    case 2: return (arguments[0], arguments[1])
    default: throw words.countError()
    }
  }

  static func abort(_ helper: inout CaddyHelper) throws(CaddyRefusal) -> CaddyHandler.Kind {
    _ = helper.words.next()
    if helper.words.next() { throw helper.words.countError() }
    var response = CaddyStaticResponse()
    response.aborts = true
    return .staticResponse(response)
  }
}
