import ProxyConfig

/// What a watch decides, where all requests are followed at once.
extension Decider {
  /// What an upstream does, and everybody else of its group: nothing, or one of the ways to fail. One group fails at a time.
  ///
  /// - Parameters:
  ///   - statuses: those that are told from each other where the upstream answers with an error of its own; one more stands
  ///     for all others.
  ///   - name: what it goes by where its address is made of the request: it is then one for all requests.
  func failure(
    of addresses: [String], named name: String? = nil, among ways: [Failure], statuses: Set<Int>
  ) -> Failure? {
    guard let watch else { return nil }
    if let failing { return failing.addresses == addresses ? failing.failure : Failure.none }
    if fine.contains(addresses) { return Failure.none }
    let other = [503, 500, 502, 504, 507].first { !statuses.contains($0) } ?? 599
    let ways = ways + (statuses.sorted() + [other]).map { .status($0) }
    let choice = UpstreamChoice(addresses: name.map { [$0] } ?? addresses, statuses: statuses)
    let way = watch.choose(
      ways.count + 1, at: choice.key, because: "what \(name ?? addresses.joined(separator: ", ")) does",
      isUnknowable: false)
    guard way > 0 else {
      fine.insert(addresses)
      return Failure.none
    }
    failing = (addresses, ways[way - 1])
    return ways[way - 1]
  }
}

/// A choice of a watch: what a group of upstreams does.
public struct UpstreamChoice: Sendable, Hashable {
  public let addresses: [String]
  /// The statuses that are told from each other.
  public let statuses: Set<Int>

  init(addresses: [String], statuses: Set<Int>) { (self.addresses, self.statuses) = (addresses, statuses) }

  /// The choice that a key names; nil for other choices.
  public init?(_ key: String) {
    let words = key.split(separator: " ")
    guard words.count > 2, words[0] == "upstream" else { return nil }
    addresses = words.dropFirst(2).map(String.init)
    statuses = Set(words[1].split(separator: ",").compactMap { Int($0) })
  }

  var key: String {
    let codes = statuses.isEmpty ? "-" : statuses.sorted().map(String.init).joined(separator: ",")
    return "upstream \(codes) " + addresses.joined(separator: " ")
  }
}
