internal import CYaml

/// Makes nodes of the events of the system's libyaml: nodes that know their bytes in the source, so that a mistake is shown at
/// its place. What that costs to keep is this file and the three small ones beside it; a package that makes nodes (Yams) has
/// libyaml and an encoder compiled with every first build, and tells places by line and character.
struct YAMLComposer {
  /// Why a text is not a YAML document we can use. Marks are offsets in the source.
  enum Failure: Error {
    /// A place can be named.
    case syntax(problem: String, at: Int, context: (text: String, at: Int)?)
    /// A byte that is not UTF-8, or a character that YAML may not hold.
    case unreadable(problem: String, at: Int)
    /// A mapping has keys more than once: where each of those stands first and next.
    case duplicateKeys([(name: String, first: Int, next: Int)])
    /// Lists and mappings in each other, more than any file of ours needs.
    case tooDeep(at: Int)
  }

  private static let noMemory = "there is no memory left"
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var offsets: ScalarOffsets
  private var anchors: [String: YAMLNode] = [:]
  /// How many nodes the next one lies in. It guards our recursion; libyaml has none, and is not asked for more.
  private var depth = 0
  private static let deepest = 64

  /// The root of the only document in `bytes`, which begin at `start` in their source; nil if there is none.
  static func compose(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(Failure) -> YAMLNode? {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else { throw .unreadable(problem: noMemory, at: start) }
    defer { yaml_parser_delete(parser) }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    var composer = YAMLComposer(parser: parser, offsets: ScalarOffsets(bytes, from: start))
    return try composer.document()
  }

  private init(parser: UnsafeMutablePointer<yaml_parser_t>, offsets: ScalarOffsets) {
    (self.parser, self.offsets) = (parser, offsets)
  }

  private mutating func document() throws(Failure) -> YAMLNode? {
    _ = try next()  // The stream's start.
    guard try next().kind != .end else { return nil }  // Or a document's start.
    let root = try node(try next())
    _ = try next()  // The document's end.
    let event = try next()
    guard event.kind == .end else {
      throw .syntax(
        problem: "but found another document", at: event.start,
        context: ("expected a single document in the stream", offsets.offset(ofScalar: 0)))
    }
    return root
  }

  /// What is left of an event when libyaml's memory of it is given back.
  private struct Event {
    enum Kind: Equatable { case scalar, alias, list, mapping, end, other }

    let kind: Kind
    let start: Int
    var scalar = YAMLNode.Scalar(text: "", style: .plain)
    /// Of the value, or the one that an alias names.
    var anchor: String?
  }

  private mutating func next() throws(Failure) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { yaml_event_delete(&event) }
    let start = offsets.offset(ofScalar: Int(event.start_mark.index))
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      return Event(
        kind: .scalar, start: start, scalar: .init(text: text, style: Self.style(scalar.style)),
        anchor: Self.text(scalar.anchor))
    case YAML_SEQUENCE_START_EVENT:
      return Event(kind: .list, start: start, anchor: Self.text(event.data.sequence_start.anchor))
    case YAML_MAPPING_START_EVENT:
      return Event(kind: .mapping, start: start, anchor: Self.text(event.data.mapping_start.anchor))
    case YAML_ALIAS_EVENT: return Event(kind: .alias, start: start, anchor: Self.text(event.data.alias.anchor))
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT, YAML_STREAM_END_EVENT, YAML_NO_EVENT:
      return Event(kind: .end, start: start)
    default: return Event(kind: .other, start: start)
    }
  }

  private mutating func node(_ event: Event) throws(Failure) -> YAMLNode {
    let value: YAMLNode.Value
    guard depth <= Self.deepest else { throw .tooDeep(at: event.start) }
    depth += 1
    defer { depth -= 1 }
    switch event.kind {
    case .scalar: value = .scalar(event.scalar)
    case .list: value = .list(try list())
    case .mapping: value = .mapping(try mapping())
    case .alias:
      guard let node = event.anchor.flatMap({ anchors[$0] }) else {
        throw .syntax(problem: "found undefined alias", at: event.start, context: nil)
      }
      return node
    case .end, .other: throw .syntax(problem: "a value is missing", at: event.start, context: nil)
    }
    let node = YAMLNode(value: value, start: event.start)
    // An anchor may be set anew; an alias means the last one before it.
    if let anchor = event.anchor { anchors[anchor] = node }
    return node
  }

  private mutating func list() throws(Failure) -> [YAMLNode] {
    var list: [YAMLNode] = []
    var event = try next()
    while event.kind != .end {
      list.append(try node(event))
      event = try next()
    }
    return list
  }

  private mutating func mapping() throws(Failure) -> [YAMLNode.Member] {
    var members: [YAMLNode.Member] = []
    var event = try next()
    while event.kind != .end {
      let key = try node(event)
      members.append(.init(key: key, value: try node(try next())))
      event = try next()
    }
    try Self.checkKeys(of: members)
    return members
  }

  /// Keys are unique (YAML 1.2.2, 3.2.1.1).
  private static func checkKeys(of members: [YAMLNode.Member]) throws(Failure) {
    let keys = members.compactMap { member in
      if case .scalar(let key) = member.key.value { (name: key.text, start: member.key.start) } else { nil }
    }.sorted { ($0.name, $0.start) < ($1.name, $1.start) }
    var twice: [(name: String, first: Int, next: Int)] = []
    for (key, next) in zip(keys, keys.dropFirst()) where key.name == next.name && twice.last?.name != key.name {
      twice.append((key.name, key.start, next.start))
    }
    if !twice.isEmpty { throw .duplicateKeys(twice.sorted { $0.next < $1.next }) }
  }

  private mutating func failure() -> Failure {
    let parser = parser.pointee
    let problem = parser.problem.map { String(cString: $0) } ?? Self.noMemory
    // Looks ahead where a list could be a key, and behind 0.2.5 has a limit of its own.
    if problem.hasPrefix("Maximum nesting level") {
      return .tooDeep(at: offsets.offset(ofScalar: Int(parser.context_mark.index)))
    }
    guard parser.error == YAML_SCANNER_ERROR || parser.error == YAML_PARSER_ERROR else {
      // Counted in bytes.
      return .unreadable(problem: problem, at: offsets.start + Int(parser.problem_offset))
    }
    let context = parser.context.map { text in
      (text: String(cString: text), at: offsets.offset(ofScalar: Int(parser.context_mark.index)))
    }
    return .syntax(problem: problem, at: offsets.offset(ofScalar: Int(parser.problem_mark.index)), context: context)
  }

  private static func style(_ style: yaml_scalar_style_t) -> YAMLNode.Style {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
    case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
    default: .plain
    }
  }

  private static func text(_ name: UnsafeMutablePointer<yaml_char_t>?) -> String? { name.map { String(cString: $0) } }
}
