/// Spreads work over cores in coarse chunks and returns the results in the order of the input, so that the outcome is
/// the same for any number of cores.
public enum Parallel {
  /// The same for work that spreads over the cores itself, `jobs` elements at once.
  public static func asyncMap<Element: Sendable, Result: Sendable>(
    _ elements: [Element], jobs: Int, _ transform: @escaping @Sendable (Element) async -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (Int, Result).self) { group in
      var next = 0
      func start() {
        guard next < elements.count else { return }
        let (index, element) = (next, elements[next])
        group.addTask { (index, await transform(element)) }
        next += 1
      }
      for _ in 0..<max(1, jobs) { start() }
      var results: [Int: Result] = [:]
      while let (index, result) = await group.next() {
        results[index] = result
        start()
      }
      return elements.indices.compactMap { results[$0] }
    }
  }

  /// Does two things side by side, or one after the other with one job.
  public static func both<First: Sendable, Second: Sendable>(
    jobs: Int, _ first: @escaping @Sendable () async -> First, _ second: @escaping @Sendable () async -> Second
  ) async -> (First, Second) {
    guard jobs > 1 else {
      let result = await first()
      return (result, await second())
    }
    async let early = second()
    let result = await first()
    return (result, await early)
  }

  /// Lets go of something large on another core, while this one goes on.
  public static func discard(_ value: consuming some Sendable) {
    let box = Discarded(value)
    Task.detached { box.empty() }
  }

  /// Only the task touches the value, so that it is there that it goes, whoever lets go of the box last.
  private final class Discarded<Value: Sendable>: @unchecked Sendable {
    private var value: Value?
    init(_ value: consuming Value) { self.value = value }
    func empty() { value = nil }
  }

  /// `atOnce` is the number of elements in a chunk, for elements that are much work each.
  public static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], jobs: Int, atOnce: Int? = nil, _ transform: @escaping @Sendable (Element) -> Result
  ) async -> [Result] {
    guard jobs > 1, elements.count > (atOnce ?? 8) else { return elements.map(transform) }
    let chunk = atOnce ?? max(1, (elements.count + jobs * 8 - 1) / (jobs * 8))
    let ranges = stride(from: 0, to: elements.count, by: chunk).map { $0..<min($0 + chunk, elements.count) }
    return await withTaskGroup(of: (Int, [Result]).self) { group in
      var next = 0
      func start() {
        guard next < ranges.count else { return }
        let (index, range) = (next, ranges[next])
        group.addTask { (index, elements[range].map(transform)) }
        next += 1
      }
      for _ in 0..<jobs { start() }
      var parts = [[Result]](repeating: [], count: ranges.count)
      while let (index, part) = await group.next() {
        parts[index] = part
        start()
      }
      return parts.flatMap { $0 }
    }
  }
}
