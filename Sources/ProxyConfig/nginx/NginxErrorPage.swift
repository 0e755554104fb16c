/// One code of an `error_page` directive (`ngx_http_core_error_page`).
///
/// A class, because rules pass thousands of them on.
public final class NginxErrorPage: Sendable {
  public let code: Int
  /// The status to send instead: nil without `=`, 0 for a bare `=`, which takes whatever the target answers.
  public let override: Int?
  public let target: NginxText
  /// Arguments split from a target without variables.
  public let arguments: ByteText
  public let directive: Directive

  private init(code: Int, override: Int?, target: NginxText, arguments: ByteText, directive: Directive) {
    self.code = code
    self.override = override
    self.target = target
    self.arguments = arguments
    self.directive = directive
  }

  /// The entries of one directive in order; empty when it is not one nginx would take.
  public static func entries(_ directive: Directive) -> [NginxErrorPage] {
    var words = directive.arguments.map(\.bytes)
    guard var target = words.popLast(), !words.isEmpty else { return [] }
    var override: Int?
    if let last = words.last, last.first == UInt8(ascii: "=") {
      override = last.count == 1 ? 0 : last.from(1).number ?? 0
      words.removeLast()
    }
    var arguments = ByteText()
    if target.first == UInt8(ascii: "/"), NginxText(target).constant != nil,
      let mark = target.firstIndex(of: UInt8(ascii: "?"))
    {
      arguments = target.from(mark + 1)
      target = target.upTo(mark)
    }
    return words.compactMap { word in
      guard let code = word.number else { return nil }
      // The codes nginx made up for itself become 400 unless something else is asked for.
      let implied = (494...497).contains(code) && override == nil ? 400 : override
      return NginxErrorPage(
        code: code, override: implied, target: NginxText(target), arguments: arguments, directive: directive)
    }
  }
}
