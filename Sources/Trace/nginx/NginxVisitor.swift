import Diagnostics
import ProxyConfig

/// One request that is tried again and again while other things go wrong.
///
/// What comes before an upstream is asked is the same each time and is worked out once, unless it hangs on something
/// that cannot be known or an upstream was asked on the way, as by `auth_request`.
///
/// Sendable, because what it remembers is only copied from: see ``NginxRun/forked(choices:failures:)``.
public struct NginxVisitor: @unchecked Sendable {
  /// How far a request comes whatever fails.
  private enum Start {
    case notTried
    /// Each trace has to begin anew.
    case none
    case at(NginxRun, NginxRun.Next)
  }

  private let world: NginxWorld
  private let tracer: NginxTracer
  private var received = Start.notTried
  private var beforeContent = Start.notTried

  public var request: TraceRequest { world.request }

  init(_ request: TraceRequest, _ tracer: NginxTracer) {
    world = NginxWorld(tracer.machine, request)
    self.tracer = tracer
  }

  /// What the visitor gets.
  public mutating func outcome(_ failures: Failures) -> Outcome {
    if case .notTried = beforeContent { beforeContent = comeToContent() }
    return tracer.answer { choices in
      guard case .at(let run, let next) = beforeContent else {
        var run = NginxRun(world, choices: choices, variables: NginxVariables())
        run.failures = failures
        return run.answerClient()
      }
      var fork = run.forked(choices: choices, failures: failures)
      return fork.answerClient(from: next)
    }
  }

  /// What the visitor gets when the request is in a certain scope already and ends there with an error code.
  ///
  /// - Parameter isBodyRead: the upstream module had read the request's body by then.
  public mutating func outcome(
    _ failures: Failures, endingWith code: Int, in scope: Int, isBodyRead: Bool = false
  ) -> Outcome {
    if case .notTried = received { received = arrive() }
    return tracer.answer { choices in
      guard case .at(let run, _) = received else {
        var run = NginxRun(world, choices: choices, variables: NginxVariables())
        run.failures = failures
        return run.answerClient(endingWith: code, in: scope, isBodyRead: isBodyRead)
      }
      var fork = run.forked(choices: choices, failures: failures)
      return fork.answerReceived(endingWith: code, in: scope, isBodyRead: isBodyRead)
    }
  }

  /// The request as nginx has read it.
  private func arrive() -> Start {
    guard !model.tree.report.hasErrors else { return .none }
    let choices = NginxChoices()
    var run = NginxRun(world, choices: choices, variables: NginxVariables())
    do throws(Unknown) {
      let next = try run.receive()
      return choices.counts.isEmpty ? .at(run, next) : .none
    } catch {
      return .none
    }
  }

  /// The request where its content is about to be made for the first time.
  private mutating func comeToContent() -> Start {
    if case .notTried = received { received = arrive() }
    guard case .at(let start, var next) = received else { return .none }
    let choices = NginxChoices()
    var run = start.forked(choices: choices, failures: Failures())
    do throws(Unknown) {
      while true {
        switch next {
        case .content: return run.hasAskedUpstream || !choices.counts.isEmpty ? .none : .at(run, next)
        case .done: return .none
        default: next = try run.advance(next)
        }
      }
    } catch {
      return .none
    }
  }

  private var model: NginxModel { tracer.model }
}
