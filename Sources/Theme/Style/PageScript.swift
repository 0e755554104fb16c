public import Diagnostics
internal import Escaping

/// A script ready to be put into a page: a file of the theme without its comments, indents and line breaks, and the
/// digest that allows it in the page's content security policy.
///
/// Only whole lines are comments, and every statement ends with its semicolon, so that nothing has to be understood.
public struct PageScript: Sendable {
  public let text: String

  /// `'sha256-…'`, for `script-src`.
  public let policySource: String

  public init(_ source: Source) {
    let lines = source.text(0..<source.bytes.count).split(whereSeparator: \.isNewline)
    text = lines.map { $0.drop { $0 == " " || $0 == "\t" } }.filter { !$0.hasPrefix("//") }.joined()
      // No text of a script may end the element it stands in.
      .substituting("</", by: "<\\/")
    policySource = "'sha256-\(Fingerprint(Array(text.utf8)).base64)'"
  }
}
