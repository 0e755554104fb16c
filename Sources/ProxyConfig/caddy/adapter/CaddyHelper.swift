import Diagnostics

/// What the reader of one directive works with: its words, the matchers in scope, and the adaptation as a whole.
struct CaddyHelper {
  var words: CaddyDispenser
  var matchers: [ByteText: CaddyMatcherSet]
  let adaptation: CaddyAdaptation
  /// The files the site is written in; `file_server` hides them since 2.11, and before.
  let siteFiles: [ByteText]
  /// How many blocks stand around this directive.
  var depth = 0

  var release: CaddyRelease { adaptation.release }

  func with(_ tokens: [CaddyToken]) -> CaddyHelper {
    CaddyHelper(
      words: adaptation.words(tokens), matchers: matchers, adaptation: adaptation, siteFiles: siteFiles,
      depth: depth)
  }

  /// Takes the matcher off the words, wherever the directive allows one: its first argument.
  ///
  /// The result is nil without a matcher and empty for `*`; both match everything.
  mutating func extractMatcher() throws(CaddyRefusal) -> CaddyMatcherSet? {
    var found: CaddyMatcherSet?
    if words.nextArgument() {
      let text = words.value
      var isMatcher = true
      if text == "*" {
        found = nil
      } else if text.hasPrefix("/") {
        found = CaddyMatcherSet([.path([text])])
      } else if text.hasPrefix("@") {
        guard let known = matchers[text] else { throw words.error("the matcher \(text) is not defined here") }
        found = known
      } else {
        isMatcher = false
      }
      if isMatcher { words.removeCurrent() }
    }
    words.reset()
    return found
  }

  func route(_ matcher: CaddyMatcherSet?, _ kind: CaddyHandler.Kind) -> [CaddyValue] {
    let handler = CaddyHandler(kind, at: linePlace, extent: wholePlace)
    return [.route(CaddyRoute(matcherSets: matcher.map { [$0] } ?? [], handlers: [handler]))]
  }

  /// The directive with its block, as far as it stands in one file.
  private var wholePlace: Place? {
    guard let first = words.tokens.first else { return nil }
    let end = words.tokens.last { $0.place.source.name == first.place.source.name }?.place.range.upperBound
    return first.place.source.place(
      first.place.range.lowerBound..<max(end ?? 0, first.place.range.upperBound))
  }

  /// The line the directive stands on.
  var linePlace: Place? {
    guard let first = words.tokens.first else { return nil }
    var end = first.place.range.upperBound
    for token in words.tokens.dropFirst() {
      guard token.file == first.file, token.line == first.line, token.text != "{",
        token.place.source.name == first.place.source.name
      else { break }
      end = max(end, token.place.range.upperBound)
    }
    return first.place.source.place(first.place.range.lowerBound..<end)
  }
}

/// What a directive contributes to its site (`ConfigValue`).
enum CaddyValue {
  case route(CaddyRoute)
  /// Routes to keep together and in this order.
  case routes([CaddyRoute])
  case errorRoutes([CaddyRoute], isConditional: Bool)
  case bind([ByteText])
  case tls(hasCertificates: Bool)
  case none
}

/// What holds for the whole adaptation: the release, the order of directives, names given so far.
final class CaddyAdaptation {
  let release: CaddyRelease
  var order: [String]
  var report = Report()
  var options = CaddyOptions()
  /// The first refusal; Caddy stops there.
  private(set) var refusal: Diagnostic?
  var startFailure: Diagnostic?
  var unknowns: [Diagnostic] = []
  /// Named routes the site at hand invokes.
  var invoked: Set<ByteText> = []
  /// The configuration is for a Caddy with modules that are not known here.
  let acceptsModules: Bool
  /// Directives that are taken to be a module's.
  var moduleDirectives: Set<String> = []
  private var groups = 0

  init(_ release: CaddyRelease, acceptsModules: Bool = false) {
    self.release = release
    self.acceptsModules = acceptsModules
    order = CaddyDirectives.order(release)
  }

  func words(_ tokens: [CaddyToken]) -> CaddyDispenser {
    CaddyDispenser(tokens, release, acceptsModules: acceptsModules)
  }

  func nextGroup() -> String {
    defer { groups += 1 }
    return "group\(groups)"
  }

  func refuse(_ diagnostic: Diagnostic) {
    if refusal == nil { refusal = diagnostic }
    report.add(diagnostic)
  }

  /// Remembers something `caddy adapt` does not look at, but that keeps Caddy from starting.
  func cannotStart(_ message: String, at place: Place) {
    let diagnostic = Diagnostic(
      "caddy-cannot-start", .error, message, at: place,
      notes: ["`caddy adapt` is content with it, but Caddy does not start (`caddy validate` shows it)."])
    if startFailure == nil { startFailure = diagnostic }
    report.add(diagnostic)
  }
}

/// Global options that matter to an answer.
struct CaddyOptions {
  var httpPort: Int?
  var httpsPort: Int?
  var automaticHTTPS: Set<ByteText> = []
  var defaultBind: [ByteText]?
  var hasDefaultSNI = false
  var hasLocalCertificates = false
  var strictNames: Bool?
  var trustsProxies = false
}
