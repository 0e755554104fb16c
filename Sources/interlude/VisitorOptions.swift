internal import ArgumentParser
internal import ProxyConfig
internal import Trace

/// Who asks for what.
struct VisitorOptions: ParsableArguments {
  enum Certificate: String, ExpressibleByArgument, CaseIterable { case none, good, bad }
  enum Password: String, ExpressibleByArgument, CaseIterable { case none, right }

  @Option(help: "The request: 'METHOD http://host:port/path'.")
  var request: String

  @Option(help: "A request header: 'Name: value'. May be repeated.")
  var header: [String] = []

  @Option(name: .customLong("body-length"), help: "The number of bytes in the request's body.")
  var bodyLength = 0

  @Option(help: "The visitor's address, where the answer may depend on it.")
  var client: String?

  @Option(help: "The visitor's TLS certificate, where one is asked for: none, good or bad.")
  var certificate: Certificate?

  @Option(help: "The password, where one is asked for: none or right. A header 'Authorization' is judged as it is.")
  var password: Password?

  @Option(help: "A variable that no request shows, such as the visitor's country: NAME=VALUE. May be repeated.")
  var variable: [String] = []

  @Flag(
    name: .customLong("plain-visitor"),
    help: """
      Take for granted what 'check' does: a browser on the internet with the right password and certificate, empty \
      caches, modules that let the request pass, and pages in folders that are not on this machine.
      """)
  var isPlainVisitor = false

  @Option(name: .customLong("without-header"), help: "A header that the plain visitor does not send. May be repeated.")
  var withoutHeader: [String] = []

  func traceRequest() throws -> TraceRequest {
    guard var traced = TraceRequest(request, bodyLength: bodyLength) else {
      throw ValidationError("--request '\(request)' is not of the form 'METHOD http://host:port/path'.")
    }
    traced.client = client
    traced.headersAreComplete = true
    for text in header {
      guard let colon = text.firstIndex(of: ":") else {
        throw ValidationError("--header '\(text)' is not of the form 'Name: value'.")
      }
      let value = text[text.index(after: colon)...].drop { $0 == " " }
      traced.headers.append(.init(String(text[..<colon]), String(value)))
    }
    if isPlainVisitor { traced.becomePlainVisitor() }
    for name in withoutHeader { traced.headers.removeAll { $0.name.lowercased() == name.lowercased() } }
    if let certificate { traced.certificate = TraceRequest.Certificate(rawValue: certificate.rawValue) ?? .none }
    if let password { traced.hasRightPassword = password == .right }
    for text in variable {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw ValidationError("--variable '\(text)' is not of the form NAME=VALUE.")
      }
      traced.variables[String(text[..<equals])] = ByteText(String(text[text.index(after: equals)...]))
    }
    return traced
  }
}

/// What goes wrong while the request is answered.
struct FailureOptions: ParsableArguments {
  @Option(help: "What is wrong: [ADDRESS:PORT=]FAILURE. May be repeated; without it nothing is.")
  var failure: [String] = []

  @Option(help: "A status code that the proxy itself ends the request with, as when a limit is reached.")
  var raise: Int?

  @Flag(
    name: .customLong("switches-on"),
    help: "Take the files that 'if (-f …)' looks for to be there: somebody has put the maintenance switch on.")
  var switchesOn = false

  func failures() throws -> Failures {
    var failures = Failures(raised: raise, switchesOn: switchesOn)
    for text in failure where !failures.add(text) {
      throw ValidationError(
        "--failure '\(text)' is none of refused, timeout, closed, garbage, too-big-header, no-live-upstream, status:NNN, none."
      )
    }
    if let raise, !(100...999).contains(raise) { throw ValidationError("--raise \(raise) is no status code.") }
    return failures
  }
}
