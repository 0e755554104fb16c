import Dispatch
import Foundation

/// Work for all cores at once, in a function that waits for it.
public enum Cores {
  /// The results in the order of the elements, whoever made them.
  public static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    ranges(of: elements.count) { elements[$0].map(transform) }.flatMap(\.self)
  }

  /// One result for each of the ranges that `count` things are dealt out in, in order.
  public static func ranges<Result: Sendable>(
    of count: Int, _ transform: @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    guard cores > 1, count > 15 else { return [transform(0..<count)] }
    let size = max(1, count / (cores * 8))
    let chunks = stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
    let done = Parts<Result>(chunks.count)
    DispatchQueue.concurrentPerform(iterations: chunks.count) { index in done.put(transform(chunks[index]), at: index) }
    return done.all
  }

  /// Two pieces of work that have nothing to do with each other.
  public static func together<First: Sendable, Second: Sendable>(
    _ first: @Sendable () -> First, _ second: @Sendable () -> Second
  ) -> (First, Second) {
    let one = Parts<First>(1)
    let other = Parts<Second>(1)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      if index == 0 { one.put(first(), at: 0) } else { other.put(second(), at: 0) }
    }
    guard let result = one.all.first, let second = other.all.first else { return (first(), second()) }
    return (result, second)
  }

  /// Finished parts, filled in any order; the lock guards `parts`.
  private final class Parts<Result: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var parts: [Result?]

    init(_ count: Int) { parts = Array(repeating: nil, count: count) }

    func put(_ part: Result, at index: Int) { lock.withLock { parts[index] = part } }

    var all: [Result] { lock.withLock { parts.compactMap(\.self) } }
  }
}
