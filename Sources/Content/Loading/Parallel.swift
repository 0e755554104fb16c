/// Spreads work over cores in coarse chunks and returns the results in the order of the input, so that the outcome is
/// the same for any number of cores.
public enum Parallel {
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
