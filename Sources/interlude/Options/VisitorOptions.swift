internal import ArgumentParser
internal import ProxyConfig
internal import Trace

/// Who asks for what.
struct VisitorOptions: ParsableArguments {
  enum Certificate: String, ExpressibleByArgument, CaseIterable { case none, good, bad }
  enum Password: String, ExpressibleByArgument, CaseIterable { case none, right }
  enum Cache: String, ExpressibleByArgument, CaseIterable { case empty, stale }

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
      Assume what 'check' assumes: a browser on the internet with the right password and certificate, empty \
      caches, modules that let the request pass, and pages in folders that are not on this machine.
      """)
  var isPlainVisitor = false

  @Option(name: .customLong("without-header"), help: "A header that the plain visitor does not send. May be repeated.")
  var withoutHeader: [String] = []

  @Option(help: "What the proxy's cache holds of the answer: empty, or stale for an old copy. Unknown without it.")
  var cache: Cache?

  /// - Parameter failures: what goes wrong.
  func question(_ failures: Failures) throws -> Question {
    var question = isPlainVisitor ? Question.plainVisitor(try sent()) : Question(try sent())
    question.circumstances.failures = failures
    for name in withoutHeader { question.request.headers.removeAll { $0.name.lowercased() == name.lowercased() } }
    if let certificate { question.request.certificate = Request.Certificate(rawValue: certificate.rawValue) ?? .none }
    if let password { question.circumstances.hasRightPassword = password == .right }
    if let cache { question.circumstances.cache = Circumstances.Cache(rawValue: cache.rawValue) }
    for text in variable {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw ValidationError("--variable '\(text)' is not of the form NAME=VALUE.")
      }
      question.circumstances.variables[String(text[..<equals])] = ByteText(String(text[text.index(after: equals)...]))
    }
    return question
  }

  /// The request as the options give it.
  private func sent() throws -> Request {
    guard var sent = Request(request, bodyLength: bodyLength) else {
      throw ValidationError("--request '\(request)' is not of the form 'METHOD http://host:port/path'.")
    }
    sent.client = client
    sent.headersAreComplete = true
    for text in header {
      guard let colon = text.firstIndex(of: ":") else {
        throw ValidationError("--header '\(text)' is not of the form 'Name: value'.")
      }
      let value = text[text.index(after: colon)...].drop { $0 == " " }
      sent.headers.append(.init(String(text[..<colon]), String(value)))
    }
    return sent
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
    help: "Assume that the files 'if (-f …)' looks for exist, as when the maintenance switch is on.")
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
