public import Escaping

/// What a template is given: named values of known kinds.
///
/// A name that a view's schema declares is always present, as `.absent` if there is nothing to show; otherwise Mustache
/// would look it up in the views around this one. An object, because views are handed around and looked into at every name.
public final class View: Sendable {
  public enum Value: Sendable {
    /// Plain text; escaped where it is put.
    case text(String)
    case html(HTML)
    /// The same as UTF-8.
    case markup([UInt8])
    case flag(Bool)
    case view(View)
    case views([View])
    case absent
  }

  let values: ViewValues

  public init(_ values: ViewValues) {
    self.values = values
  }
}

extension View.Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  public init(stringLiteral value: String) { self = .text(value) }
  public init(booleanLiteral value: Bool) { self = .flag(value) }

  /// The text, or `.absent` for nil.
  public static func optional(_ text: String?) -> Self {
    text.map { .text($0) } ?? .absent
  }
}
