/// The code length of each symbol in a Huffman code, from how often the symbols occur.
struct HuffmanLengths {
  /// 0 for a symbol that does not occur.
  private(set) var lengths: [Int]
  /// What all symbols take together.
  let bits: Int

  /// Lengths beyond `limit` are cut to it, a rare case in which the sum comes out a few bits short.
  init(_ counts: [Int], limit: Int) {
    var lengths = [Int](repeating: 0, count: counts.count)
    let used = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
    if used.count == 1 {
      lengths[used[0]] = 1
    } else if used.count > 1 {
      let depths = Self.depths(used.map { counts[$0] })
      for (symbol, depth) in zip(used, depths) { lengths[symbol] = min(depth, limit) }
    }
    self.lengths = lengths
    bits = counts.indices.reduce(0) { $0 + counts[$1] * lengths[$1] }
  }

  /// The depth of each leaf in the tree over ascending weights: leaves and inner nodes wait in two queues, each in
  /// ascending order, and the two lightest nodes become one until a single node is left.
  private static func depths(_ weights: [Int]) -> [Int] {
    let leaves = weights.count
    var weight = weights
    var parent = [Int](repeating: -1, count: 2 * leaves - 1)
    var nextLeaf = 0
    var nextInner = leaves
    func lightest(_ weight: [Int]) -> Int {
      if nextLeaf < leaves, nextInner >= weight.count || weight[nextLeaf] <= weight[nextInner] {
        defer { nextLeaf += 1 }
        return nextLeaf
      }
      defer { nextInner += 1 }
      return nextInner
    }
    while weight.count < 2 * leaves - 1 {
      let first = lightest(weight)
      let second = lightest(weight)
      parent[first] = weight.count
      parent[second] = weight.count
      weight.append(weight[first] + weight[second])
    }
    var depth = [Int](repeating: 0, count: weight.count)
    for node in stride(from: weight.count - 2, through: 0, by: -1) { depth[node] = depth[parent[node]] + 1 }
    return Array(depth[..<leaves])
  }
}
