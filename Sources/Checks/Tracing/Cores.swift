import Dispatch
import Foundation

/// Work for all cores at once, in a function that waits for it.
enum Cores {
  /// The results in the order of the elements, whoever made them.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    let count = ProcessInfo.processInfo.activeProcessorCount
    guard count > 1, elements.count > 15 else { return elements.map(transform) }
    let size = max(1, elements.count / (count * 8))
    let chunks = stride(from: 0, to: elements.count, by: size).map { $0..<min($0 + size, elements.count) }
    let done = Parts<Result>(chunks.count)
    DispatchQueue.concurrentPerform(iterations: chunks.count) { index in
      done.put(elements[chunks[index]].map(transform), at: index)
    }
    return done.joined
  }

  /// Finished parts, filled in any order; the lock guards `parts`.
  private final class Parts<Result: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var parts: [[Result]]

    init(_ count: Int) { parts = Array(repeating: [], count: count) }

    func put(_ part: [Result], at index: Int) { lock.withLock { parts[index] = part } }

    var joined: [Result] { lock.withLock { parts.flatMap { $0 } } }
  }
}
