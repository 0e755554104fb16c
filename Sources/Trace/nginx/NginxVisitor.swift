import Diagnostics
import ProxyConfig

/// One request that is tried again and again while other things go wrong.
///
/// What comes before an upstream is asked is the same each time and is worked out once, unless it depends on something
/// that cannot be known or an upstream was asked on the way, as by `auth_request`.
///
/// Sendable, because what it remembers is only copied from: see ``NginxRun/forked(decider:failures:)``.
public struct NginxVisitor: @unchecked Sendable {
  /// How far a request comes whatever fails.
  private enum Start {
    case notTried
    /// Each trace has to begin anew.
    case none
    case at(NginxRun, NginxRun.Next)
  }

  private let world: NginxTraceInput
  private let tracer: NginxTracer
  private var received = Start.notTried
  private var beforeContent = Start.notTried

  /// What is asked while nothing fails.
  public let question: Question
  public var request: Request { question.request }
  /// The configuration's main file.
  public var file: String { model.tree.main.name }

  init(_ question: Question, _ tracer: NginxTracer) {
    self.question = question
    world = NginxTraceInput(tracer.machine, question)
    self.tracer = tracer
  }

  /// What the visitor gets.
  public mutating func outcome(_ failures: Failures) -> Outcome {
    let start = start(failures)
    return tracer.answer { decider in
      guard case .at(let run, let next) = start else {
        var run = NginxRun(world, decider: decider, variables: NginxVariables())
        run.failures = failures
        return run.answerClient().waited(run.variables.waited)
      }
      var fork = run.forked(decider: decider, failures: failures)
      return fork.answerClient(from: next).waited(fork.variables.waited)
    }
  }

  /// What nginx raises itself it raises on the way to the content, and switches are asked for there.
  private mutating func start(_ failures: Failures) -> Start {
    if failures.raised != nil || failures.switchesOn {
      if case .notTried = received { received = arrive() }
      return received
    }
    if case .notTried = beforeContent { beforeContent = comeToContent() }
    return beforeContent
  }

  /// The request as nginx has read it.
  private func arrive() -> Start {
    guard !model.tree.report.hasErrors else { return .none }
    let decider = Decider()
    var run = NginxRun(world, decider: decider, variables: NginxVariables())
    do throws(Undecided) {
      let next = try run.receive()
      return decider.isIdle ? .at(run, next) : .none
    } catch {
      return .none
    }
  }

  /// The request where its content is about to be made for the first time.
  private mutating func comeToContent() -> Start {
    if case .notTried = received { received = arrive() }
    guard case .at(let start, var next) = received else { return .none }
    let decider = Decider()
    var run = start.forked(decider: decider, failures: Failures())
    do throws(Undecided) {
      while true {
        switch next {
        case .content: return run.hasAskedUpstream || !decider.isIdle ? .none : .at(run, next)
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

extension Outcome {
  fileprivate func waited(_ seconds: Double) -> Outcome {
    var copy = self
    copy.wait = .seconds(seconds)
    return copy
  }
}
