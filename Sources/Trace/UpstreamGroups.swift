/// Which upstreams fail together: those that are asked in each other's place, and the groups of two that share one.
public struct UpstreamGroups: Sendable {
  private var numbers: [String: Int] = [:]
  private var groups: [[String]] = []

  public init(_ lists: [[String]]) {
    for addresses in lists {
      let known = Set(addresses.compactMap { numbers[$0] })
      let all = Set(addresses + known.flatMap { groups[$0] }).sorted()
      for address in all { numbers[address] = groups.count }
      groups.append(all)
    }
  }

  /// An address and all others that fail when it does.
  public func all(with address: String) -> [String] { numbers[address].map { groups[$0] } ?? [address] }
}
