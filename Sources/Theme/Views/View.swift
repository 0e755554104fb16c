public import Escaping
internal import Foundation
public import Mustache

/// What a template is given: named values of known kinds.
///
/// A name that a view's schema declares is always present, as `.absent` if there is nothing to show; otherwise Mustache
/// would look it up in the views around this one.
public struct View: Sendable, MustacheParent {
  public indirect enum Value: Sendable {
    /// Plain text; escaped where it is put.
    case text(String)
    case html(HTML)
    case flag(Bool)
    case view(View)
    case views([View])
    case absent
  }

  private(set) var values: [String: Value]

  public init(_ values: [String: Value]) {
    self.values = values
  }

  public func child(named name: String) -> Any? {
    switch values[name] {
    case .text(let text): ShownText(renderText: text)
    case .html(let html): ShownText(renderText: html.markup)
    case .flag(let flag): flag
    case .view(let view): view
    case .views(let views): views
    case .absent: NSNull()
    case nil: nil
    }
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

/// A text as Mustache sees it. Being a parent without children, it spares the engine a reflection of `String` when a
/// section is opened on it.
struct ShownText: MustacheParent, MustacheCustomRenderable {
  let renderText: String
  var isNull: Bool { false }

  func child(named: String) -> Any? { nil }
}
