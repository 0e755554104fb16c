import Diagnostics
import ProxyConfig

/// One request on its way through nginx: the fields of `ngx_http_request_t` that decide what comes out.
struct NginxRun {
  /// What to do next.
  enum Next {
    case serverRewrite
    case findLocation
    case locationRewrite
    case afterRewrite
    case access
    case beforeContent
    case content
    /// A handler ended with this code (`ngx_http_finalize_request`).
    case error(Int)
    /// A response goes out.
    case send(Int, Outcome.Body)
    case done(Outcome)
  }

  let world: NginxTraceInput
  private(set) var decider: Decider
  private(set) var variables: NginxVariables
  private(set) var story: NginxStory
  /// Which upstreams fail; asked for by the upstream module alone.
  var failures = Failures()

  var method: RequestMethod
  /// What is asked for, as it stands; an internal redirect begins it anew.
  var resource = NginxResource()
  /// How far the request line was understood.
  var line = RequestLine()
  var body = RequestBody()
  var redirects = Redirects()
  var access = Access()
  var upstream = UpstreamLog()
  /// What is said of the answer while it is being made.
  var answer = Answer()
  var connection = Connection()
  var scope: Int
  var server: Int
  /// The scope whose handler makes the content.
  var handler: NginxHandler?
  /// The groups of the last regular expression that matched.
  var captures: [ByteText?] = []
  /// What nginx finds in front of an empty path, which `try_files` below an `alias` can make: the end of the alias.
  var isEmptyPathAfterSlash = false
  var isInternal = false
  var isSubrequest = false
  /// The visitor's address as a trusted proxy tells it.
  var realClient: String?
  var host: ByteText = ""
  var listen: NginxListen?

  init(_ world: NginxTraceInput, decider: Decider, variables: NginxVariables) {
    self.world = world
    self.decider = decider
    self.variables = variables
    story = NginxStory(isFull: world.machine.tellsStory)
    method = RequestMethod(world.request.method)
    body = RequestBody(length: decider.watch?.numbers["body"] ?? world.request.bodyLength, isAsSent: true)
    scope = 0
    server = 0
    if decider.watch != nil { method = visitorsMethod }
  }

  var model: NginxModel { world.machine.model }
  var steps: [Outcome.Step] { story.steps }
  var hasAskedUpstream: Bool { variables.hasAskedUpstream }

  /// The same run for other failures or other ways: what they go on to do leaves this one alone.
  func forked(decider: Decider, failures: Failures) -> NginxRun {
    var copy = self
    copy.decider = decider
    copy.failures = failures
    copy.variables = NginxVariables(copying: variables)
    copy.story = NginxStory(copying: story)
    return copy
  }

  /// Whether nginx takes the path for a directory's.
  var endsWithSlash: Bool { resource.uri.isEmpty ? isEmptyPathAfterSlash : resource.uri.hasSuffix("/") }

  /// The method that the visitor has sent.
  var visitorsMethod: RequestMethod {
    decider.watch.map { RequestMethod($0.input("method")) } ?? RequestMethod(world.request.method)
  }

  /// Path and query as they were sent.
  var target: ByteText { decider.watch?.input("target") ?? world.request.target }

  /// Whether what is still announced of the body is longer than this, in bytes.
  func isBodyLonger(than limit: Int) -> Bool {
    if body.isAsSent, let watch = decider.watch { return watch.isAbove("body", limit) }
    return body.length > limit
  }

  func tell(
    _ text: @autoclosure () -> String, at directive: @autoclosure () -> Directive? = nil,
    _ event: Outcome.Step.Event? = nil
  ) {
    story.add(text(), at: directive().map { Self.headPlace($0) }, event, scope)
  }

  func tell(_ text: @autoclosure () -> String, at argument: Argument, _ event: Outcome.Step.Event? = nil) {
    story.add(text(), at: argument.place, event, scope)
  }

  /// A block is pointed at by its first line only.
  static func headPlace(_ directive: Directive) -> Place {
    guard directive.block != nil, let last = directive.words.last else { return directive.place }
    return directive.source.place(directive.range.lowerBound..<last.range.upperBound)
  }

  /// The whole request, from its first line to the answer.
  mutating func answerClient() -> Outcome {
    answered { run throws(Undecided) in try run.finish(try run.receive()) }
  }

  /// The rest of a request that came to a certain phase.
  mutating func answerClient(from next: Next) -> Outcome {
    answered { run throws(Undecided) in try run.finish(next) }
  }

  private mutating func answered(_ finish: (inout NginxRun) throws(Undecided) -> Outcome) -> Outcome {
    var outcome: Outcome
    do throws(Undecided) { outcome = try finish(&self) } catch {
      outcome = Outcome(status: 0, body: .none, steps: steps, certainty: .unknown(error.reason))
    }
    (outcome.asked, outcome.wait) = (story.asked, .seconds(variables.waited))
    return outcome
  }

  /// Runs the phases until something is sent.
  mutating func finish(_ first: Next) throws(Undecided) -> Outcome {
    var next = first
    while true {
      if case .done(let outcome) = next { return outcome }
      next = try advance(next)
    }
  }

  /// Runs one phase.
  mutating func advance(_ next: Next) throws(Undecided) -> Next {
    switch next {
    case .serverRewrite:
      if let raised = raise(whileReading: true) { raised } else { try runScript(isServerPhase: true) }
    case .findLocation: try findLocation()
    case .locationRewrite: try runScript(isServerPhase: false)
    case .afterRewrite: afterRewrite()
    case .access: if let raised = raise(whileReading: false) { raised } else { try checkAccess() }
    case .beforeContent: try tryFiles()
    case .content: try makeContent()
    case .error(let code): try handleError(code)
    case .send(let status, let body): try respond(status, body)
    case .done: next
    }
  }

  /// Codes that nginx comes to while it reads the request or has just read it, before a location is looked for.
  private static let readingCodes: Set<Int> = [400, 408, 414, 494, 495, 496, 497, 505]

  /// Ends the request with the code it is said to fail with: where that arises, and once.
  private mutating func raise(whileReading: Bool) -> Next? {
    guard let code = failures.raised, !isSubrequest, Self.readingCodes.contains(code) == whileReading else {
      return nil
    }
    failures.raised = nil
    // Of a request that cannot be understood there is no path yet.
    if [400, 414, 505].contains(code) { resource.uri = "" }
    tell("nginx itself ends the request with \(code), as it is configured to here", .raised(code))
    return .error(code)
  }

  /// A reset of what an internal redirect resets (`ngx_http_internal_redirect`).
  mutating func redirect(to uri: ByteText, _ arguments: ByteText) -> Next {
    redirects.left -= 1
    if redirects.left == 0 {
      tell("ten internal redirects are the limit: nginx gives up", .redirectLimit)
      return .error(500)
    }
    resource = NginxResource(uri: uri, arguments: arguments, isAsSent: false)
    resource.setExtension()
    isInternal = true
    scope = server
    updateHandler()
    return .serverRewrite
  }

  /// `ngx_http_named_location`.
  mutating func goToNamed(_ name: ByteText) -> Next {
    redirects.left -= 1
    if redirects.left == 0 {
      tell("ten internal redirects are the limit: nginx gives up", .redirectLimit)
      return .error(500)
    }
    if resource.uri.isEmpty { return .error(500) }
    guard let target = model.scope(server).namedLocations[name] else {
      tell("there is no location \(name.string) in this server", .missingNamedLocation(name.string))
      return .error(500)
    }
    resource.proxied = nil
    scope = target
    tell(
      "goes on in \(model.scope(target).title), path and method unchanged", at: model.scope(target).directive, .entered)
    isInternal = true
    handler = nil
    redirects.isPending = false
    updateHandler()
    return .locationRewrite
  }

  /// Throws the body away unless it was read (`ngx_http_discard_request_body`).
  mutating func discardBody() {
    if !body.isRead, !isSubrequest { body.forget() }
  }
}
