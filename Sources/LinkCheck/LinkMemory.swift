/// The addresses that were well when they were last asked for, so that a site that is checked often asks its sources seldom.
public struct LinkMemory: Sendable {
  /// Seconds for which a good answer counts: a week.
  static let lifetime = 7 * 86_400

  /// The second of the good answer since 1970, and where the address has moved for good.
  private var known: [String: (second: Int, moved: String?)] = [:]

  public init() {}

  /// Reads what `text` wrote. Lines that are none of that are passed over.
  public init(_ text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard parts.count == 3, let second = Int(parts[0]), !parts[1].isEmpty else { continue }
      known[String(parts[1])] = (second, parts[2].isEmpty ? nil : String(parts[2]))
    }
  }

  /// The good answers that are young enough at a second since 1970.
  public func answers(to addresses: Set<String>, at now: Int) -> [String: Answer] {
    var answers: [String: Answer] = [:]
    for address in addresses {
      guard let (second, moved) = known[address], second <= now, now - second < Self.lifetime else { continue }
      answers[address] = .status(200, moved: moved)
    }
    return answers
  }

  /// Takes in what was answered; what was not well is asked for again next time.
  public mutating func remember(_ answers: [String: Answer], at now: Int) {
    for (address, answer) in answers {
      if case .status(200..<300, let moved, _) = answer {
        known[address] = (now, moved)
      } else {
        known[address] = nil
      }
    }
  }

  /// Without what is too old.
  public func text(at now: Int) -> String {
    known.filter { now - $0.value.second < Self.lifetime }.sorted { $0.key < $1.key }
      .map { "\($0.value.second)\t\($0.key)\t\($0.value.moved ?? "")\n" }.joined()
  }
}
