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
    builder = PreviewBuilder(source: source, address: address, includesDrafts: includesDrafts)
    self.color = color
    self.address = address
  }

  @Sendable func build() async -> DevServer.Outcome {
    await builder.build()
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
          outcome.pages == nil ? "failed; the last good pages stay" : outcome.hasChanged ? "built" : "nothing to see"
        Console.print("\(result) in \(time) ms: \(names)")
      }
    }
  }
}

/// Builds again and again, and knows what the last good build made.
private actor PreviewBuilder {
  private let site: SiteBuild
  private var last: PagesInMemory?

  init(source: String, address: String, includesDrafts: Bool) {
    site = SiteBuild(
      source: source, baseURL: address, includesDrafts: includesDrafts,
      jobs: ProcessInfo.processInfo.activeProcessorCount, today: Clock.today(), readsHistory: false)
  }

  func build() async -> DevServer.Outcome {
    // Only the first build takes long enough to be watched.
    let (files, report) = await site.run(progress: last == nil ? Console.progress : { _ in })
    if last == nil { Console.endProgress() }
    guard let files else { return DevServer.Outcome(pages: nil, report: report, hasChanged: false) }
    let pages = PagesInMemory(files)
    defer { last = pages }
    return DevServer.Outcome(pages: pages, report: report, hasChanged: pages != last)
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
