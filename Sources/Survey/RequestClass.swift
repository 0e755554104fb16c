public import ProxyConfig
public import Trace

/// Requests that a proxy cannot tell from each other, what upstreams do meanwhile included.
public struct RequestClass {
  /// What they have in common.
  public let notes: [TextWatch.Note]
  /// One of them, with how things stand.
  public let question: Question
  public let outcome: Outcome

  /// Whether a request of the universe is one of them.
  ///
  /// - Parameters:
  ///   - inputs: what is sent, as a watch gives it out.
  ///   - failures: what goes wrong meanwhile.
  public func contains(
    _ inputs: [String: [UInt8]], _ numbers: [String: Int], _ failures: Failures
  ) -> Bool {
    notes.allSatisfy { note in
      switch note {
      case .text(let origin, let question, let taken):
        (question.firstCase(for: origin.value { inputs[$0] ?? [] }) ?? question.cases.count) == taken
      case .peek(let origin, let bytes): origin.value { inputs[$0] ?? [] } == bytes
      case .above(let name, let limit, let isAbove): ((numbers[name] ?? 0) > limit) == isAbove
      case .choice(let key, _, let taken, _, _): isSame(key, taken, failures)
      }
    }
  }

  /// What upstreams do is told, of which the watch has decided for a group as a whole; all else may be either way.
  private func isSame(_ key: String?, _ taken: Int, _ failures: Failures) -> Bool {
    guard let choice = key.flatMap(UpstreamChoice.init) else { return true }
    let own = question.circumstances.failures.byAddress
    return choice.addresses.allSatisfy { address in
      let failure = failures.ofPeer(address)
      let meant = taken == 0 ? .none : own[address] ?? .none
      if case .status(let code) = failure, case .status(let one) = meant { return choice.areAlike(code, one) }
      return failure == meant
    }
  }
}
