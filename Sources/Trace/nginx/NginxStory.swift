import Diagnostics

/// The steps of a run as they are told. A survey keeps those that are values, and no words.
final class NginxStory {
  /// Nobody reads more.
  private static let longest = 400

  private(set) var steps: [Outcome.Step] = []
  private(set) var asked: [Outcome.Asked] = []
  /// Remarks that were not kept count as well, so that a survey ends where the full story does.
  private var count = 0
  private let isFull: Bool

  init(isFull: Bool) {
    self.isFull = isFull
  }

  init(copying other: NginxStory) {
    (steps, asked, count, isFull) = (other.steps, other.asked, other.count, other.isFull)
  }

  func add(
    _ text: @autoclosure () -> String, at place: @autoclosure () -> Place?, _ event: Outcome.Step.Event?, _ scope: Int
  ) {
    guard count < Self.longest else { return }
    count += 1
    guard isFull || event != nil else { return }
    steps.append(.init(isFull ? text() : "", at: place(), event: event, scope: scope))
  }

  /// Tells what a subrequest has told, however long it is.
  func add(_ other: NginxStory) {
    steps += other.steps
    asked += other.asked
    count += other.count
  }

  func add(_ request: Outcome.Asked) { asked.append(request) }

  func clear() {
    steps = []
    count = 0
  }
}
