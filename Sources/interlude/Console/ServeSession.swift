internal import Building
internal import Content
internal import DevServer
internal import Diagnostics
internal import Foundation

/// A preview from start to end: builds, and tells the person at the terminal.
struct ServeSession: Sendable {
  private let builder: PreviewBuilder
  private let color: ColorChoice
  private let address: String
  private let clock = Stopwatch()

  init(source: String, address: String, includesDrafts: Bool, color: ColorChoice) {
    let options = BuildOptions(
      source: source, includesDrafts: includesDrafts, jobs: ProcessInfo.processInfo.activeProcessorCount,
      today: Clock.today(), program: Interlude.program)
    builder = PreviewBuilder(options, address: address, observer: Timings(since: .now))
    self.color = color
    self.address = address
  }

  @Sendable func build(changed: [String]) async -> DevServer.Outcome {
    let outcome = await builder.build(changed: changed)
    Console.endProgress()
    return outcome
  }

  @Sendable func tell(_ event: DevServer.Event) {
    switch event {
    case .noticed: clock.start()
    case .note(let text): Console.error("note: \(text)")
    case .built(let outcome, let changed):
      let time = clock.milliseconds()
      Console.error(outcome.report.rendered(.text, color: color.applies(to: STDERR_FILENO), tool: Interlude.tool))
      if changed.isEmpty {
        Console.print(
          "\(address)            the help site\n\(address)__errors/   the error pages\nCtrl-C ends it. First build: \(time) ms"
            + (outcome.pages == nil ? ", failed" : ""))
      } else {
        let names =
          changed.prefix(3).joined(separator: ", ") + (changed.count > 3 ? " and \(changed.count - 3) more" : "")
        let result =
          outcome.pages == nil
          ? "failed; the last good pages stay" : outcome.hasChanged ? "built" : "built, every page as it was,"
        Console.print("\(result) in \(time) ms: \(names)")
      }
    }
  }
}

/// The time since something began. Safe to share: guarded by a lock.
private final class Stopwatch: @unchecked Sendable {
  private let lock = NSLock()
  private var began = ContinuousClock.now

  func start() { lock.withLock { began = .now } }

  func milliseconds() -> Int {
    let time = lock.withLock { began.duration(to: .now) }
    return Int(time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000)
  }
}
