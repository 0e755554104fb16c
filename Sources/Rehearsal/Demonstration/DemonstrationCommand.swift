import Trace

/// What can be asked of a demonstration, by a key or a line.
public enum DemonstrationCommand: Sendable, Hashable {
  case fail(Trouble)
  /// One upstream alone, by its address as the configuration writes it.
  case failOne(String, Trouble)
  /// Look at the next place, or at one by its number, from 1.
  case next
  case place(Int)
  case help
  case end

  /// The failures that have a key, in the order they are told.
  static let keys: [(key: Character, word: String, trouble: Trouble)] = [
    ("n", "none", .failure(.none)), ("r", "refused", .failure(.refused)), ("t", "timeout", .failure(.timeout)),
    ("c", "closed", .failure(.closed)), ("x", "reset", .reset), ("g", "garbage", .failure(.garbage)),
    ("b", "too-big-header", .failure(.tooBigHeader)), ("5", "status:500", .failure(.status(500))),
    ("3", "status:503", .failure(.status(503))), ("d", "drip", .drip),
  ]

  /// A key of a terminal; nil for one without a meaning.
  public init?(key: UInt8) {
    switch key {
    case 0x09, 0x20: self = .next
    case UInt8(ascii: "h"), UInt8(ascii: "?"): self = .help
    // Control-D ends what reads from a terminal.
    case UInt8(ascii: "q"), 0x04: self = .end
    default:
      guard let known = Self.keys.first(where: { $0.key.asciiValue == key }) else { return nil }
      self = .fail(known.trouble)
    }
  }

  /// A line, such as `refused`, `r`, `status:418`, `app:8080=timeout`, `next`, `place 2`, `q`.
  public init?(line: String) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    switch words.count {
    case 1:
      switch words[0] {
      case "next": self = .next
      case "help": self = .help
      case "end", "quit", "exit": self = .end
      default:
        if words[0].utf8.count == 1, let byte = words[0].utf8.first, let command = Self(key: byte) {
          self = command
        } else if let trouble = Trouble(name: words[0]) {
          self = .fail(trouble)
        } else if let equals = words[0].lastIndex(of: "="),
          let trouble = Trouble(name: String(words[0][words[0].index(after: equals)...]))
        {
          self = .failOne(String(words[0][..<equals]), trouble)
        } else {
          return nil
        }
      }
    case 2:
      guard words[0] == "place", let number = Int(words[1]), 1...100_000 ~= number else { return nil }
      self = .place(number)
    default: return nil
    }
  }
}
