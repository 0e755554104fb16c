/// A `server` block: where it listens and which hosts it answers for.
public final class NginxServer: Sendable {
  /// The scope with its settings and locations.
  public let scope: Int
  public let listens: [NginxListen]
  public let names: [Name]

  public enum Name: Sendable {
    case exact(ByteText)
    /// `*.example.com`, kept as `.example.com`.
    case anyBefore(ByteText)
    /// `.example.com`: the name itself and everything before it.
    case nameAndAnyBefore(ByteText)
    /// `www.example.*`, kept as `www.example.`.
    case anyAfter(ByteText)
    case regex(NginxPattern)

    public init(_ word: ByteText) {
      if word.hasPrefix("~") {
        // The host is in small letters by then, and nginx ignores case when the expression has capitals.
        self = .regex(NginxPattern(word.from(1), ignoresCase: true))
        return
      }
      let word = word.lowercased
      if word.hasPrefix("*.") {
        self = .anyBefore(word.from(1))
      } else if word.hasPrefix(".") {
        self = .nameAndAnyBefore(word)
      } else if word.hasSuffix(".*") {
        self = .anyAfter(word.upTo(word.count - 1))
      } else {
        self = .exact(word)
      }
    }
  }

  /// The first name as written; what `$server_name` gives.
  public let firstName: ByteText

  init(scope: Int, listens: [NginxListen], names: [Name], firstName: ByteText) {
    self.scope = scope
    self.listens = listens
    self.names = names
    self.firstName = firstName
  }
}

extension NginxServer.Name {
  /// How well a host fits: the better, the higher; nil when it does not. Regular expressions are the caller's business.
  public func rank(for host: ByteText) -> (kind: Int, length: Int)? {
    switch self {
    case .exact(let name): host == name ? (3, name.count) : nil
    case .anyBefore(let tail): host.count > tail.count && host.hasSuffix(tail) ? (2, tail.count) : nil
    case .nameAndAnyBefore(let tail):
      if host == tail.from(1) {
        (3, tail.count)
      } else {
        host.count > tail.count && host.hasSuffix(tail) ? (2, tail.count) : nil
      }
    case .anyAfter(let head): host.count > head.count && host.hasPrefix(head) ? (1, head.count) : nil
    case .regex: nil
    }
  }

  /// The same as tests of a host in small letters, with the rank of each.
  var tests: [(test: TextTest, rank: (kind: Int, length: Int))] {
    switch self {
    case .exact(let name): [(.equals(name.bytes), (3, name.count))]
    case .anyBefore(let tail): [(.suffix(tail.bytes), (2, tail.count))]
    case .nameAndAnyBefore(let tail):
      [(.equals(tail.from(1).bytes), (3, tail.count)), (.suffix(tail.bytes), (2, tail.count))]
    case .anyAfter(let head): [(.prefix(head.bytes), (1, head.count))]
    case .regex: []
    }
  }
}
