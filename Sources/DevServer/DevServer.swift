public import Diagnostics

/// Serves what a build makes of an author's folder, and makes it anew whenever something in the folder changes.
///
/// Knows nothing of how pages are made: `build` is whatever the caller builds with.
public struct DevServer: Sendable {
  /// What a build came to.
  public struct Outcome: Sendable {
    /// Nil when an error stood in the way.
    public let pages: (any PageSource)?
    public let report: Report
    /// Whether the pages differ from those of the last good build, so that open ones are worth reloading.
    public let hasChanged: Bool

    public init(pages: (any PageSource)?, report: Report, hasChanged: Bool) {
      self.pages = pages
      self.report = report
      self.hasChanged = hasChanged
    }
  }

  /// What happens while it runs, for whoever tells a person.
  public enum Event: Sendable {
    /// A change was seen; a build is about to begin.
    case noticed
    /// Browsers have been told of a build's outcome. No paths for the first build.
    case built(Outcome, changed: [String])
    /// Something about the server itself.
    case note(String)
  }

  private let source: String
  private let listener: Listener
  private let router: Router
  private let preview: Preview

  /// Takes the port; requests are answered from `run` on.
  ///
  /// - Parameters:
  ///   - source: the folder that holds `content/`.
  ///   - askedHost: `host` as the user named it, which browsers then send.
  public init(source: String, host: ListenHost, askedHost: String, port: Int) throws(ListenError) {
    self.source = source
    listener = try Listener(host: host, port: port)
    preview = Preview(run: String(UInt32.random(in: .min ... .max), radix: 36))
    router = Router(hosts: HostCheck(asked: askedHost, host: host), preview: preview)
  }

  /// Where a browser on this machine finds it, ending in a slash.
  public var address: String {
    let host = listener.host
    let name = host.isEverywhere ? "localhost" : host.isIPv6 ? "[\(host.text)]" : host.text
    return "http://\(name):\(listener.port)/"
  }

  /// Builds, serves and watches until the task is cancelled. `build` is told the paths that have changed since it was last
  /// called; there are none the first time.
  public func run(build: @escaping @Sendable ([String]) async -> Outcome, tell: @escaping @Sendable (Event) -> Void)
    async throws
  {
    let gate = ChangeGate(quiet: .milliseconds(4))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await listener.run { await router.answer($0) } }
      // Watched from before the first build, so that nothing is missed while it runs.
      group.addTask { await Watcher(source: source, gate: gate).run { tell(.note($0)) } }
      group.addTask {
        var changed: [String] = []
        while !Task.isCancelled {
          let outcome = await build(changed)
          await preview.take(outcome)
          tell(.built(outcome, changed: changed))
          changed = await gate.next { tell(.noticed) }
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
