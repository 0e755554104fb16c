public import Diagnostics

/// Any YAML as values with their places, for files whose shape is somebody else's.
public indirect enum YAMLTree: Sendable {
  case text(String, Place)
  case list([YAMLTree], Place)
  case mapping([Member], Place)

  public struct Member: Sendable {
    public let key: String
    public let keyPlace: Place
    public let value: YAMLTree
  }

  /// The documents of a file, one behind another with `---` in between; those that are no YAML are reported.
  public static func documents(of source: Source, into report: inout Report) -> [YAMLTree] {
    parts(of: source.bytes).compactMap { range in
      guard let document = YAMLDocument(source, range: range, into: &report), let root = document.root else {
        return nil
      }
      return YAMLTree(root, document)
    }
  }

  private init(_ node: YAMLNode, _ document: YAMLDocument) {
    let place = document.place(of: node)
    switch node.value {
    case .scalar(let scalar): self = .text(scalar.text, place)
    case .list(let items): self = .list(items.map { YAMLTree($0, document) }, place)
    case .mapping(let members):
      self = .mapping(
        members.compactMap { member in
          guard case .scalar(let key) = member.key.value else { return nil }
          return Member(
            key: key.text, keyPlace: document.place(of: member.key), value: YAMLTree(member.value, document))
        }, place)
    }
  }

  private static func parts(of bytes: [UInt8]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, line) = (0, 0)
    while line < bytes.count {
      let end = bytes[line...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      let word = bytes[line..<end].prefix { $0 > 0x20 }
      if word.elementsEqual("---".utf8) {
        parts.append(start..<line)
        start = end
      }
      line = end
    }
    return (parts + [start..<bytes.count]).filter { !$0.isEmpty }
  }

  /// The value of a key; nil where there is none or this is no mapping.
  public subscript(_ key: String) -> YAMLTree? {
    if case .mapping(let members, _) = self { members.first { $0.key == key }?.value } else { nil }
  }

  public var text: String? { if case .text(let text, _) = self { text } else { nil } }

  public var place: Place {
    switch self {
    case .text(_, let place), .list(_, let place), .mapping(_, let place): place
    }
  }

  /// The offset behind its last byte, as far as its places tell.
  public var end: Int {
    switch self {
    case .text(_, let place): place.range.upperBound
    case .list(let items, let place): items.last?.end ?? place.range.upperBound
    case .mapping(let members, let place): members.last?.value.end ?? place.range.upperBound
    }
  }
}
