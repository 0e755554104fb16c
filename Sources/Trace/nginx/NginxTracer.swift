import Diagnostics
public import ProxyConfig

/// Says what nginx would answer, by doing what nginx does.
///
/// The phases, their order and their exceptions are those of nginx 1.22 (`ngx_http_core_run_phases` and what it calls);
/// they have not changed since. Where the answer hangs on something unknowable, both ways are tried; only when they look
/// different to a visitor is the outcome called unknown.
///
/// Unknown are, where the answer hangs on them: Lua, njs, Perl, `flv`, `mp4`, `random_index`, `dav_methods` and directives
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
  private let files: any FileView
  private let prefix: String
  private let foreign: [Directive?]

  /// More ways than this are not tried.
  private static let mostWays = 256

  /// - Parameter prefix: where relative paths start, as `nginx -p` says.
  public init(_ model: NginxModel, files: any FileView, prefix: String = "/usr/share/nginx") {
    self.model = model
    foreign = NginxForeign.directives(of: model)
    self.files = files
    self.prefix = prefix.hasSuffix("/") ? prefix : prefix + "/"
  }

  public func trace(_ request: TraceRequest, failures: Failures) -> Outcome {
    answer(request, failures) { $0.answerClient() }
  }

  /// What a visitor gets when a request that is in a certain scope already ends there with an error code.
  ///
  /// - Parameter isBodyRead: the upstream module had read the request's body by then.
  public func trace(
    _ request: TraceRequest, failures: Failures, endingWith code: Int, in scope: Int, isBodyRead: Bool = false
  ) -> Outcome {
    answer(request, failures) { $0.answerClient(endingWith: code, in: scope, isBodyRead: isBodyRead) }
  }

  private func answer(_ request: TraceRequest, _ failures: Failures, _ step: (inout NginxRun) -> Outcome) -> Outcome {
    if model.tree.report.hasErrors,
      let first = model.tree.report.sorted.first(where: { $0.severity == .error })
    {
      return Outcome(
        status: 0, body: .none, steps: [.init("nginx refuses this configuration: \(first.message)", at: first.place)],
        certainty: .unknown("nginx refuses this configuration: \(first.message)"))
    }
    let world = NginxWorld(
      model: model, foreign: foreign, files: files, prefix: prefix, request: request, failures: failures)
    var choices = NginxChoices()
    let first = run(world, choices, step)
    var ways = 1
    while let next = choices.next, first.certainty == .exact {
      choices = NginxChoices(next)
      let other = run(world, choices, step)
      ways += 1
      var result = first
      if !other.looksLike(first) || other.certainty != .exact {
        result.certainty = .unknown(choices.reasons[next.count - 1])
        return result
      }
      if ways == Self.mostWays {
        result.certainty = .unknown("too much hangs on what cannot be known, first of all: \(choices.reasons[0])")
        return result
      }
    }
    return first
  }

  private func run(_ world: NginxWorld, _ choices: NginxChoices, _ step: (inout NginxRun) -> Outcome) -> Outcome {
    var run = NginxRun(world, choices: choices, variables: NginxVariables())
    return step(&run)
  }
}
