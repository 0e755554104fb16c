import Foundation

/// Numbers handed out one by one to threads that share a task, so that what is done does not depend on who is faster.
final class Turns: @unchecked Sendable {
  private let lock = NSLock()
  private var rest: Range<Int>

  init(_ numbers: Range<Int>) { rest = numbers }

  func next() -> Int? { lock.withLock { rest.popFirst() } }
}
