public import Diagnostics

/// A source that many small values point into; they share one reference to it.
public final class SharedSource: Sendable {
  public let source: Source

  public init(_ source: Source) {
    self.source = source
  }
}

/// One word of a configuration: where it stands and what it means once quotes and escapes are gone.
public struct Argument: Sendable {
  public enum Quoting: Sendable, Hashable { case none, double, single, backtick, heredoc }

  private let shared: SharedSource
  private let start: Int32
  private let end: Int32
  public let quoting: Quoting
  /// The value when it differs from the bytes between the quotation marks.
  private let decoded: ByteText?

  public init(in shared: SharedSource, _ range: Range<Int>, quoting: Quoting = .none, decoded: ByteText? = nil) {
    self.shared = shared
    start = Int32(clamping: range.lowerBound)
    end = Int32(clamping: range.upperBound)
    self.quoting = quoting
    self.decoded = decoded
  }

  public init(place: Place, quoting: Quoting = .none, decoded: ByteText? = nil) {
    self.init(in: SharedSource(place.source), place.range, quoting: quoting, decoded: decoded)
  }

  /// The bytes in the file, with the quotation marks.
  public var place: Place { shared.source.place(range) }
  public var range: Range<Int> { Int(start)..<Int(end) }
  public var source: Source { shared.source }
  public var isQuoted: Bool { quoting != .none }

  /// What the proxy reads.
  public var bytes: ByteText {
    if let decoded { return decoded }
    return ByteText(shared.source.bytes[innerRange])
  }

  /// What the proxy reads, for showing and for comparing with plain words.
  public var value: String {
    if let decoded { return decoded.string }
    return String(decoding: shared.source.bytes[innerRange], as: UTF8.self)
  }

  /// Whether the word is exactly this text, compared without making a string.
  public func isEqual(to text: StaticString) -> Bool {
    if let decoded { return decoded.elementsEqual(text.description.utf8) }
    let inner = innerRange
    guard inner.count == text.utf8CodeUnitCount else { return false }
    return shared.source.bytes[inner].elementsEqual(text.description.utf8)
  }

  /// Whether a byte is in the word, without copying the word.
  func contains(_ byte: UInt8) -> Bool {
    if let decoded { return decoded.bytes.contains(byte) }
    let bytes = shared.source.bytes
    for index in innerRange where bytes[index] == byte { return true }
    return false
  }

  /// The word as a directive's name: stock names are not made anew.
  var asName: (text: String, stock: NginxStockName?) {
    if let decoded { return (decoded.string, NginxStockName(decoded.bytes, decoded.bytes.indices)) }
    guard let stock = NginxStockName(shared.source.bytes, innerRange) else { return (value, nil) }
    return (stock.text, stock)
  }

  private var innerRange: Range<Int> {
    quoting == .none || range.count < 2 ? range : range.lowerBound + 1..<range.upperBound - 1
  }
}

/// One directive: a name, arguments, and perhaps a block of further directives.
///
/// The tree keeps what it does not know, because an unknown directive is somebody's module. What a directive means is
/// the business of each proxy's own folder.
public struct Directive: Sendable {
  /// What a directive consists of; one reference, because directives are passed on all the time.
  private final class Parts: Sendable {
    let name: String
    let words: [Argument]
    let block: [Directive]?
    let included: [IncludedFile]?
    let shared: SharedSource
    let start: Int32
    let end: Int32
    let stock: NginxStockName?

    init(
      _ name: String, _ words: [Argument], _ block: [Directive]?, _ included: [IncludedFile]?, _ shared: SharedSource,
      _ start: Int32, _ end: Int32, _ stock: NginxStockName?
    ) {
      (self.name, self.words, self.block, self.included) = (name, words, block, included)
      (self.shared, self.start, self.end, self.stock) = (shared, start, end, stock)
    }
  }

  private var parts: Parts

  /// The name with its escapes resolved.
  public var name: String { parts.name }
  /// The directive's words; the first is its name.
  public var words: [Argument] { parts.words }
  private var shared: SharedSource { parts.shared }
  /// The name as one of those stock nginx knows, so that nobody has to compare texts.
  var stock: NginxStockName? { parts.stock }

  /// The directives inside its braces, or nil when it has none.
  public var block: [Directive]? {
    get { parts.block }
    set { parts = Parts(name, words, newValue, included, shared, parts.start, parts.end, stock) }
  }

  /// The files an `include` led to, each with the directives as they stand in this context; nil for all others.
  public var included: [IncludedFile]? {
    get { parts.included }
    set { parts = Parts(name, words, block, newValue, shared, parts.start, parts.end, stock) }
  }

  public init(name: String, words: [Argument], block: [Directive]?, in shared: SharedSource, _ range: Range<Int>) {
    let bytes = Array(name.utf8)
    self.init(
      name: name, stock: NginxStockName(bytes, bytes.indices), words: words, block: block, in: shared, range)
  }

  init(
    name: String, stock: NginxStockName?, words: [Argument], block: [Directive]?, in shared: SharedSource,
    _ range: Range<Int>
  ) {
    parts = Parts(
      name, words, block, nil, shared, Int32(clamping: range.lowerBound), Int32(clamping: range.upperBound), stock)
  }

  public init(name: String, words: [Argument], block: [Directive]?, place: Place) {
    self.init(name: name, words: words, block: block, in: SharedSource(place.source), place.range)
  }

  /// From the first byte of the name to the `;` or the closing brace, both included.
  public var place: Place { shared.source.place(range) }
  public var range: Range<Int> { Int(parts.start)..<Int(parts.end) }
  public var source: Source { shared.source }

  /// Tells directives apart: the same text included twice is one.
  public struct Identity: Hashable, Sendable {
    fileprivate let file: ObjectIdentifier
    fileprivate let start: Int32
  }

  public var identity: Identity { Identity(file: ObjectIdentifier(shared), start: parts.start) }

  /// The words after the name.
  public var arguments: ArraySlice<Argument> { words.dropFirst() }

  /// The value of an argument, counted from 1 after the name; nil when there are fewer.
  public func argument(_ number: Int) -> ByteText? {
    number < words.count ? words[number].bytes : nil
  }

  /// The directive without its block, as a line to show: `location = /502.html`.
  public var headline: String {
    guard let first = words.first, let last = words.last else { return name }
    let text = source.text(first.range.lowerBound..<max(first.range.upperBound, last.range.upperBound))
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
