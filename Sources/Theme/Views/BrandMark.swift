public import Content
internal import Escaping
internal import Foundation

/// The brand at the head of a page: its logo, if there is one, and its name.
public struct BrandMark: Sendable {
  public let settings: Settings

  public init(_ settings: Settings) {
    self.settings = settings
  }

  public static let schema = ViewSchema([
    .init("name", .text, "The brand's name."),
    .init("logo", .html, "The logo as an svg element; absent if there is none."),
    .init("isWordmark", .flag, "The logo is so wide that it surely spells the name: show the name to screen readers only."),
  ])

  public var view: View {
    View([
      "name": .text(settings.name),
      "logo": settings.logo.map { .html(HTML(trusted: $0.svg)) } ?? .absent,
      "isWordmark": .flag(settings.logo.map { Self.isWide($0.svg) } ?? false),
    ])
  }

  /// Whether the drawing's `viewBox` is more than twice as wide as high.
  static func isWide(_ svg: String) -> Bool {
    guard let start = svg.range(of: "viewBox=\"")?.upperBound, let end = svg[start...].firstIndex(of: "\"") else {
      return false
    }
    let numbers = svg[start..<end].split(whereSeparator: { $0 == " " || $0 == "," }).compactMap { Double($0) }
    return numbers.count == 4 && numbers[3] > 0 && numbers[2] / numbers[3] > 2
  }
}
