/// A value of a YAML document, with where it begins.
struct YAMLNode: Sendable {
  enum Value: Sendable {
    case scalar(Scalar)
    case list([YAMLNode])
    case mapping([Member])
  }

  struct Scalar: Sendable {
    let text: String
    let style: Style
  }

  /// How a scalar is written (YAML 1.2, chapters 7 and 8).
  enum Style: Sendable {
    case plain
    /// In quotation marks of either kind.
    case quoted
    /// Behind `|` or `>`.
    case block
  }

  /// A line of a mapping, in the order of the file.
  struct Member: Sendable {
    let key: YAMLNode
    let value: YAMLNode
  }

  let value: Value
  /// The offset of its first byte in the source.
  let start: Int
}
