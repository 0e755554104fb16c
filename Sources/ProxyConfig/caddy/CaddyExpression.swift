/// An expression of the Common Expression Language, as `expression` matchers hold it (`celmatcher.go`).
///
/// The part of the language that conditions on requests use; the rest is said to be unknown, not wrong.
package indirect enum CaddyExpression: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case text(ByteText)
  case list([CaddyExpression])
  case map([(key: CaddyExpression, value: CaddyExpression)])
  case identifier(String)
  case placeholder(ByteText)
  case call(String, [CaddyExpression])
  case method(CaddyExpression, String, [CaddyExpression])
  case index(CaddyExpression, CaddyExpression)
  case not(CaddyExpression)
  case negative(CaddyExpression)
  case binary(String, CaddyExpression, CaddyExpression)
  case choice(CaddyExpression, CaddyExpression, CaddyExpression)

  package struct Trouble: Error, Sendable {
    package let message: String
    /// Whether Caddy surely refuses the expression too.
    package let isCertain: Bool
  }

  package static func parse(_ text: ByteText) -> Result<CaddyExpression, Trouble> {
    var reader = CaddyExpressionReader(Self.withCalls(text))
    do throws(Trouble) {
      return .success(try reader.read())
    } catch {
      return .failure(error)
    }
  }

  /// Caddy turns `{name}` into a function call before anything else, also inside quotation marks.
  private static func withCalls(_ text: ByteText) -> ByteText {
    var result: [UInt8] = []
    let bytes = text.bytes
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "{") {
        var end = index + 1
        while end < bytes.count,
          ByteSet.words.contains(bytes[end]) || bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: "-")
        { end += 1 }
        let first = index + 1 < bytes.count ? bytes[index + 1] | 0x20 : 0
        if end < bytes.count, bytes[end] == UInt8(ascii: "}"), end - index > 2, 0x61...0x7A ~= first {
          result += Array("ph(req, \"".utf8)
          result += bytes[(index + 1)..<end]
          result += Array("\")".utf8)
          index = end + 1
          continue
        }
      }
      result.append(bytes[index])
      index += 1
    }
    return ByteText(result)
  }
}
