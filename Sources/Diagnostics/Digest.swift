/// A run's problems as a person wants to read them: the gravest first, and what has one cause once.
///
/// One cause means that a rule says the same thing. Two problems of a rule with the same message have the same cause,
/// wherever they stand: the same missing file, the same missing piece. Where messages differ only in what they name (codes,
/// paths, servers), each is told as long as there are few; when there are many, they are one thing to know, and the message
/// of each place stands beside it. A message is what a rule has found in its own words, so no rule need say it twice.
public struct Digest: Sendable {
  /// One cause: its first place, and the others.
  public struct Entry: Sendable {
    public let first: Diagnostic
    /// In the order of the files; those that say something else than the first come first, one of each.
    public let others: [Diagnostic]
  }

  public let entries: [Entry]

  /// Causes of the same shape that are told one by one.
  private static let mostOfAShape = 3

  public init(_ report: Report) {
    var numbers: [Cause: Int] = [:]
    var groups: [[Diagnostic]] = []
    let sorted = report.sorted
    for severity in Severity.allCases.reversed() {
      for diagnostic in sorted where diagnostic.severity == severity {
        let cause = Cause(id: diagnostic.id, severity: severity, shape: diagnostic.message.shape)
        let number = numbers[cause] ?? groups.count
        if number == groups.count {
          numbers[cause] = number
          groups.append([])
        }
        groups[number].append(diagnostic)
      }
    }
    entries = groups.flatMap(Self.entries)
  }

  private static func entries(_ alike: [Diagnostic]) -> [Entry] {
    var numbers: [String: Int] = [:]
    var same: [[Diagnostic]] = []
    for diagnostic in alike {
      let number = numbers[diagnostic.message] ?? same.count
      if number == same.count {
        numbers[diagnostic.message] = number
        same.append([])
      }
      same[number].append(diagnostic)
    }
    guard same.count > mostOfAShape else { return same.map { Entry(first: $0[0], others: Array($0.dropFirst())) } }
    let unlike = same.dropFirst().map { $0[0] }
    let rest = same.flatMap { $0.dropFirst() }
    return [Entry(first: same[0][0], others: unlike + rest)]
  }

  private struct Cause: Hashable {
    let id: String
    let severity: Severity
    let shape: String
  }
}

extension String {
  /// The text with one mark for whatever it names: numbers, paths, hosts, variables, words in quotation marks.
  fileprivate var shape: String {
    var shape = ""
    var isQuoted = false
    var wasNamed = false
    for word in split(separator: " ") {
      let begins = word.utf8.filter { $0 == UInt8(ascii: "\"") }.count % 2 == 1
      let isName = isQuoted || begins || !word.utf8.allSatisfy(\.isPlain)
      if begins { isQuoted.toggle() }
      if isName, wasNamed { continue }
      shape += isName ? "… " : word + " "
      wasNamed = isName
    }
    return shape
  }
}

extension UInt8 {
  /// What ordinary words are made of.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "'"), UInt8(ascii: "-"), UInt8(ascii: ","), UInt8(ascii: ":"): true
    default: false
    }
  }
}
