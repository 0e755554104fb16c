public import ProxyConfig

/// What a watch decides, where all requests are followed at once.
extension Decider {
  /// What an upstream does, and everybody else of its group: nothing, or one of the ways to fail. One group fails at a time,
  /// or all upstreams do in the same of the ways of ``Failure/compared``.
  ///
  /// - Parameters:
  ///   - statuses: those that are told from each other where the upstream answers with an error of its own; one more stands
  ///     for all others.
  ///   - name: what it goes by where its address is made of the request: it is then one for all requests.
  public func failure(
    of addresses: [String], named name: String? = nil, among ways: [Failure], statuses: Set<Int>
  ) -> Failure? {
    guard let watch else { return nil }
    if watch.failing == .all {
      let ways = Failure.compared
      let way = watch.choose(ways.count, at: "failure", because: "what the upstreams do", isUnknowable: false)
      failingEverywhere = ways[way]
      return ways[way]
    }
    if let failing { return failing.addresses == addresses ? failing.failure : Failure.none }
    if fine.contains(addresses) { return Failure.none }
    let choice = UpstreamChoice(addresses: name.map { [$0] } ?? addresses, statuses: statuses)
    let ways = ways + choice.examples.map { .status($0) }
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

extension Decider {
  /// A question that is made once for a configuration; two of them may be followed at once.
  public func watchedQuestion(_ name: String, of owner: AnyObject, _ make: () -> TextQuestion) -> TextQuestion {
    watch?.question(named: "\(ObjectIdentifier(owner)) \(name)", make) ?? make()
  }

  /// How things stood, for the same request to be traced again.
  func circumstances(_ question: Question) -> Circumstances {
    var failures = question.circumstances.failures
    failures.everywhere = failingEverywhere ?? failures.everywhere
    for address in failing?.addresses ?? [] { failures.byAddress[address] = failing?.failure }
    return Circumstances(failures, hasRightPassword: hasPassword ?? true)
  }

  /// Whether the visitor knows the password, where that is up to a watch.
  public var knowsPassword: Bool {
    guard let watch else { return false }
    let isKnown = watch.choose(2, at: "password", because: "whether the password is known", isUnknowable: false) == 0
    hasPassword = isKnown
    return isKnown
  }
}

/// A choice of a watch: what a group of upstreams does.
public struct UpstreamChoice: Sendable, Hashable {
  public let addresses: [String]
  /// The statuses that are told from each other; a number below 10 stands for the others of its hundred.
  public let statuses: Set<Int>

  /// Whether two statuses are not told from each other.
  public func areAlike(_ one: Int, _ other: Int) -> Bool { kind(one) == kind(other) }

  private func kind(_ status: Int) -> Int {
    statuses.contains(status) ? status : statuses.contains(status / 100) ? status / 100 : 0
  }

  /// One status of each kind.
  var examples: [Int] {
    let usual = [503, 500, 502, 504, 507, 404] + (300...599).reversed()
    let hundreds = statuses.filter { $0 < 10 }.sorted().compactMap { hundred in usual.first { kind($0) == hundred } }
    return statuses.filter { $0 >= 10 }.sorted() + hundreds + (usual.first { kind($0) == 0 }.map { [$0] } ?? [])
  }

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
