import Diagnostics

/// A JSON value that knows where it stands (RFC 8259).
package struct CaddyJSON: Sendable {
  package typealias Member = (name: ByteText, value: CaddyJSON, offset: Int)

  package indirect enum Kind: Sendable {
    case null
    case bool(Bool)
    case number(ByteText)
    case text(ByteText)
    case list([CaddyJSON])
    case object([Member])
  }

  package let kind: Kind
  /// The value's bytes in the file, quotation marks and braces included.
  package let range: Range<Int>

  package struct Trouble: Error, Sendable {
    package let message: String
    package let offset: Int
  }

  package static func isValid(_ bytes: [UInt8]) -> Bool { (try? parse(bytes)) != nil }

  /// - Parameter start: where the text begins, behind a byte order mark.
  package static func parse(_ bytes: [UInt8], from start: Int = 0) throws(Trouble) -> CaddyJSON {
    var reader = CaddyJSONScanner(bytes, from: start)
    return try reader.whole()
  }

  package subscript(name: String) -> CaddyJSON? {
    guard case .object(let members) = kind else { return nil }
    let wanted = ByteText(name)
    return members.last { $0.name == wanted }?.value
  }

  /// A text, or a number as it is written: Caddy's `WeakString`.
  package var weakText: ByteText? {
    switch kind {
    case .text(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    default: nil
    }
  }

  package var list: [CaddyJSON]? { if case .list(let all) = kind { all } else { nil } }
  package var text: ByteText? { if case .text(let text) = kind { text } else { nil } }
  package var isTrue: Bool { if case .bool(true) = kind { true } else { false } }
  package var isFalse: Bool { if case .bool(false) = kind { true } else { false } }
  package var isNull: Bool { if case .null = kind { true } else { false } }
  package var integer: Int? { if case .number(let text) = kind { text.integer } else { nil } }
  package var members: [Member] { if case .object(let all) = kind { all } else { [] } }
  package var texts: [ByteText]? { list?.compactMap(\.text) }
}
