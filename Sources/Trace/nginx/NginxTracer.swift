public import Diagnostics
public import ProxyConfig

/// Says what nginx would answer, by doing what nginx does.
///
/// The phases, their order and their exceptions are those of nginx 1.22 (`ngx_http_core_run_phases` and what it calls);
/// they have not changed since. Where the answer depends on something unknowable, both ways are tried; only when they look
/// different to a visitor is the outcome called unknown.
///
/// Unknown are, where the answer depends on them: Lua, njs, Perl, `flv`, `mp4`, `random_index`, `dav_methods` and directives
/// of modules nobody here has heard of; headers not given, unless the request is said to be complete; the visitor's
/// address unless it is given or the server listens on this machine only; variables of time and of the connection, and
/// `$realpath_root`;
/// whose turn it is among peers that fail differently; whether a cache holds a stale copy that `*_cache_use_stale` would
/// serve; a password that is kept as a hash of `crypt(3)`; conditional and range requests for a file that `gunzip`,
/// `image_filter` or `xslt_stylesheet` changes; `disable_symlinks`; regular expressions with recursion, verbs or `\p`.
///
/// Taken for granted: limits are not exhausted, caches are empty, no peer was marked as down before.
public struct NginxTracer: Tracer {
  public let model: NginxModel
  let machine: NginxSite
  /// The same where nobody reads the words of a story.
  private let quiet: NginxSite
  /// What every outcome is while nginx refuses the configuration.
  private let refusal: Outcome?

  /// - Parameters:
  ///   - prefix: where relative paths start, as `nginx -p` says.
  ///   - eventsOnly: thousands of traces are to come of which nobody reads the words: steps have places and events, but no
  ///     texts, remarks are left out, and what is at a path is looked up once.
  public init(
    _ model: NginxModel, files: any FileView, prefix: String = "/usr/share/nginx", eventsOnly: Bool = false
  ) {
    self.init(model, Scopes(model), files: files, prefix: prefix, eventsOnly: eventsOnly)
  }

  /// What is in effect in each scope, worked out before the files are known.
  public struct Scopes: Sendable {
    let facts: [NginxScopeFacts]

    public init(_ model: NginxModel) { facts = NginxScopeFacts.all(of: model) }
  }

  /// The same when what is in effect in the scopes has been worked out already.
  public init(_ model: NginxModel, _ scopes: Scopes, files: any FileView, prefix: String, eventsOnly: Bool) {
    self.model = model
    machine = NginxSite(
      model, scopes.facts, files: files, prefix: prefix.hasSuffix("/") ? prefix : prefix + "/", eventsOnly: eventsOnly)
    quiet =
      eventsOnly
      ? machine
      : NginxSite(
        model, scopes.facts, files: files, prefix: prefix.hasSuffix("/") ? prefix : prefix + "/", eventsOnly: true)
    refusal =
      model.tree.report.hasErrors ? model.tree.report.sorted.first { $0.severity == .error }.map(Self.refusal) : nil
  }

  private static func refusal(_ problem: Diagnostic) -> Outcome {
    let reason = "nginx refuses this configuration: \(problem.message)"
    return Outcome(
      status: 0, body: .none, steps: [.init(reason, at: problem.place)], certainty: .unknown(reason))
  }

  public func trace(_ question: Question) -> Outcome {
    var visitor = NginxVisitor(question, self)
    return visitor.outcome(question.circumstances.failures)
  }

  /// A visitor whose request is tried several times.
  public func visitor(_ question: Question) -> NginxVisitor { NginxVisitor(question, self) }

  /// Tries every way there is; `step` takes the request from its start to the end.
  func answer(_ step: (Decider) -> Outcome) -> Outcome {
    if let refusal { return refusal }
    return Decider.answer(step)
  }

  public func follow(_ question: Question, _ watch: TextWatch) -> Followed? {
    Followed(question, watch, refusal) { decider in
      decider.tellsShown()
      var run = NginxRun(NginxTraceInput(quiet, question), decider: decider, variables: NginxVariables())
      run.failures = question.circumstances.failures
      return run.answerClient()
    }
  }

  /// With the folders that relative paths begin at.
  public var normalForm: [UInt8]? {
    NginxNormalForm.of(model.tree, isFragment: model.isFragment).map { form in
      Array("nginx \(machine.prefix) \(PathText.parent(model.tree.main.name)) ".utf8) + form
    }
  }

  public var connections: [Request] {
    model.addresses.compactMap { address in
      let others = model.addresses.filter { $0.port == address.port && $0.host != address.host }
      var host = address.host
      if address.listen.isWildcard {
        // Addresses that RFC 5737 and RFC 3849 keep for documents tell IPv4 from IPv6, and both from an address by itself.
        let isIPv6 = address.host == "[::]"
        let isSame = others.allSatisfy { $0.listen.isWildcard && $0.servers == address.servers }
        if isSame, isIPv6, !others.isEmpty { return nil }
        host = isSame ? "" : isIPv6 ? "[2001:db8::80]" : "203.0.113.80"
      }
      return Request(scheme: address.listen.isTLS ? .https : .http, host: host, port: address.port)
    }
  }

  public var networks: [AddressRange] {
    let rules = model.scopes.flatMap { ($0.settings["allow"] ?? []) + ($0.settings["deny"] ?? []) }
    return rules.compactMap { rule in rule.argument(1).flatMap { AddressRange($0.string) } }
      + model.geos.values.flatMap(\.ranges.networks)
  }

  public var passes: [Place] {
    model.scopes.flatMap { scope in
      NginxHandler.Module.allCases.compactMap { scope.settings[$0.setting(.pass).name]?.last?.place }
    }
  }
}
