internal import Building
internal import Escaping
internal import Foundation

/// Shows a build's stages to a person who waits, and takes their times. Safe to share: guarded by a lock.
final class Timings: BuildObserver, @unchecked Sendable {
  private let lock = NSLock()
  private let start: ContinuousClock.Instant
  private var stages: [(name: String, begin: ContinuousClock.Instant)] = []
  /// Time spent in putting files into the next tree, of all cores together; part of the stages that make them.
  private var writing = Duration.zero
  private var beside: (name: String, time: Duration)?

  init(since start: ContinuousClock.Instant) {
    self.start = start
  }

  func begin(_ stage: BuildStage) {
    lock.withLock { stages.append((stage.name, .now)) }
    Console.progress(stage.note)
  }

  func beside<Result: Sendable>(_ stage: BuildStage, _ work: @Sendable () async -> Result) async -> Result {
    let begin = ContinuousClock.now
    let result = await work()
    lock.withLock { beside = (stage.name, begin.duration(to: .now)) }
    return result
  }

  func write<Result>(_ body: () -> Result) -> Result {
    let begin = ContinuousClock.now
    defer { lock.withLock { writing += begin.duration(to: .now) } }
    return body()
  }

  /// The stages in order, each with its microseconds.
  private func rows() -> (stages: [(name: String, time: Int)], writing: Int, total: Int) {
    lock.withLock {
      let now = ContinuousClock.now
      let begins = [("start", start)] + stages.map { ($0.name, $0.begin) }
      let rows = begins.indices.map { index in
        let end = index + 1 < begins.count ? begins[index + 1].1 : now
        return (name: begins[index].0, time: Self.microseconds(begins[index].1.duration(to: end)))
      }
      return (rows, Self.microseconds(writing), Self.microseconds(start.duration(to: now)))
    }
  }

  var text: String {
    let (stages, writing, total) = rows()
    func line(_ name: String, _ time: Int, _ note: String = "") -> String {
      name.padding(toLength: 16, withPad: " ", startingAt: 0) + String(format: "%10.1f ms", Double(time) / 1000) + note
    }
    let besides = lock.withLock { beside }.map {
      line($0.name, Self.microseconds($0.time), "   (beside the help site)")
    }
    return
      (stages.map { line($0.name, $0.time) } + [besides].compactMap { $0 } + [
        line(
          "total", total, writing > 0 ? String(format: "   (writing, all cores: %.1f ms)", Double(writing) / 1000) : "")
      ]).joined(separator: "\n")
  }

  /// One line of JSON: times in microseconds.
  var json: String {
    let (stages, writing, total) = rows()
    let besides = lock.withLock { beside }.map { [($0.name, Self.microseconds($0.time))] } ?? []
    let all = stages + besides.map { (name: $0.0, time: $0.1) }
    return JSON.object([
      .init(
        "timings",
        .array(all.map { .object([.init("stage", .string($0.name)), .init("microseconds", .int($0.time))]) })),
      .init("writing", .int(writing)), .init("total", .int(total)),
    ]).serialized()
  }

  private static func microseconds(_ time: Duration) -> Int {
    Int(time.components.seconds) * 1_000_000 + Int(time.components.attoseconds / 1_000_000_000_000)
  }
}
