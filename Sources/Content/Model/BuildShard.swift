/// One of several jobs that make a site together: the `number`th of `count`, counted from 1.
public struct BuildShard: Sendable, Hashable, CustomStringConvertible {
  public let number: Int
  public let count: Int

  /// More jobs than that are a mistake in typing.
  public static let most = 9999

  /// Nil for a number that is not from 1 to `count`, or a count that is not from 1 to `most`.
  public init?(number: Int, count: Int) {
    guard (1...Self.most).contains(count), (1...count).contains(number) else { return nil }
    self.number = number
    self.count = count
  }

  /// As the command line has it, `2/3`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let number = Int(parts[0]), let count = Int(parts[1])
    else { return nil }
    self.init(number: number, count: count)
  }

  /// `2/3`.
  public var description: String { "\(number)/\(count)" }
}
