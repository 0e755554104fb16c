public import Diagnostics

/// One word of a configuration: where it stands and what it means once quotes and escapes are gone.
public struct Argument: Sendable {
  public enum Quoting: Sendable, Hashable { case none, double, single, backtick, heredoc }

  /// The bytes in the file, with the quotation marks.
  public let place: Place
  public let quoting: Quoting
  /// The value when it differs from the bytes between the quotation marks.
  private let decoded: ByteText?

  public init(place: Place, quoting: Quoting = .none, decoded: ByteText? = nil) {
    self.place = place
    self.quoting = quoting
    self.decoded = decoded
  }

  public var isQuoted: Bool { quoting != .none }

  /// What the proxy reads.
  public var bytes: ByteText {
    if let decoded { return decoded }
    return ByteText(place.source.bytes[innerRange])
  }

  /// What the proxy reads, for showing and for comparing with plain words.
  public var value: String {
    if let decoded { return decoded.string }
    return place.source.text(innerRange)
  }

  private var innerRange: Range<Int> {
    quoting == .none || place.range.count < 2
      ? place.range : place.range.lowerBound + 1..<place.range.upperBound - 1
  }
}

/// One directive: a name, arguments, and perhaps a block of further directives.
///
/// The tree keeps what it does not know, because an unknown directive is somebody's module. What a directive means is
/// the business of each proxy's own folder.
public struct Directive: Sendable {
  /// The name with its escapes resolved.
  public let name: String
  /// The directive's words; the first is its name.
  public let words: [Argument]
  /// The directives inside its braces, or nil when it has none.
  public var block: [Directive]?
  /// From the first byte of the name to the `;` or the closing brace, both included.
  public let place: Place
  /// The files an `include` led to, each with the directives as they stand in this context; nil for all others.
  public var included: [IncludedFile]?

  public init(
    name: String, words: [Argument], block: [Directive]?, place: Place, included: [IncludedFile]? = nil
  ) {
    self.name = name
    self.words = words
    self.block = block
    self.place = place
    self.included = included
  }

  public var source: Source { place.source }
  /// The words after the name.
  public var arguments: ArraySlice<Argument> { words.dropFirst() }

  /// The value of an argument, counted from 1 after the name; nil when there are fewer.
  public func argument(_ number: Int) -> ByteText? {
    number < words.count ? words[number].bytes : nil
  }

  /// The directive without its block, as a line to show: `location = /502.html`.
  public var headline: String {
    guard let first = words.first, let last = words.last else { return name }
    let text = place.source.text(first.place.range.lowerBound..<max(first.place.range.upperBound, last.place.range.upperBound))
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// A file another one includes, in the context of that one `include`.
public struct IncludedFile: Sendable {
  public let source: Source
  public let directives: [Directive]

  public init(source: Source, directives: [Directive]) {
    self.source = source
    self.directives = directives
  }
}

extension [Directive] {
  /// The directives as the proxy reads them: every `include` is followed by what it brings in.
  public var expanded: [Directive] {
    guard contains(where: { $0.included != nil }) else { return self }
    var all: [Directive] = []
    all.reserveCapacity(count)
    for directive in self {
      all.append(directive)
      for file in directive.included ?? [] { all.append(contentsOf: file.directives.expanded) }
    }
    return all
  }
}
