internal import Diagnostics
internal import Escaping

/// What is served at present, and who waits to hear of the next.
actor Preview {
  struct State: Sendable {
    /// Nil until a build has succeeded.
    var pages: (any PageSource)?
    var report = Report()
    var generation: String
  }

  private(set) var state: State
  private let run: String
  private var count = 0
  private var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
  private var nextListener = 0

  /// - Parameter run: differs from the last run's, so that a page left open from then is reloaded.
  init(run: String) {
    self.run = run
    state = State(generation: "\(run)-0")
  }

  /// Takes a build's outcome over. A build that failed leaves the pages of the last good one.
  func take(_ outcome: DevServer.Outcome) {
    state.report = outcome.report
    if let pages = outcome.pages {
      if state.pages == nil || outcome.hasChanged {
        count += 1
        state.generation = "\(run)-\(count)"
      }
      state.pages = pages
    }
    let message = self.message
    for listener in listeners.values { listener.yield(message) }
  }

  /// The present state, and from then on every new one, as server-sent events.
  func events() -> AsyncStream<[UInt8]> {
    // Who is slow gets the newest state only; each stands for itself.
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(1))
    nextListener += 1
    let id = nextListener
    listeners[id] = continuation
    continuation.onTermination = { _ in Task { await self.forget(id) } }
    continuation.yield(message)
    return stream
  }

  private func forget(_ id: Int) {
    listeners[id] = nil
  }

  /// WHATWG HTML, "Server-sent events". JSON has no line breaks of its own.
  private var message: [UInt8] {
    let problems = state.report.sorted.prefix(50).map { problem in
      let text = Report([problem]).rendered(.text, tool: ToolDescription(name: "", version: "", address: ""))
      return JSON.object([.init("severity", .string(problem.severity.rawValue)), .init("text", .string(text))])
    }
    let json = JSON.object([
      .init("generation", .string(state.generation)),
      .init("errors", .int(state.report.count(of: .error))),
      .init("warnings", .int(state.report.count(of: .warning))),
      .init("problems", .array(problems)),
    ])
    return Array("retry: 500\nevent: state\ndata: \(json.serialized())\n\n".utf8)
  }
}
