public import Content
internal import Escaping

/// The brand at the head of all pages: its logo, if there is one, and its name.
public struct BrandMark: Sendable {
  public let settings: Settings

  private let logo: View.Value
  private let isWordmark: Bool

  public init(_ settings: Settings) {
    self.settings = settings
    logo = settings.logo.map { .html(HTML(trusted: Self.markup($0))) } ?? .absent
    isWordmark = settings.logo.map { Self.isWide($0.svg) } ?? false
  }

  public static let schema = ViewSchema([
    .init("name", .text, "The brand's name."),
    .init(
      "logo", .html,
      "The logo as an svg element, or as two with the classes `on-light` and `on-dark`; absent if there is none."),
    .init(
      "isWordmark", .flag, "The logo is so wide that it surely spells the name: show the name to screen readers only."),
  ])

  /// - Parameter language: The page's, which may write the name in a way of its own.
  public func view(in language: String) -> View {
    View(["name": .text(settings.name(in: language)), "logo": logo, "isWordmark": .flag(isWordmark)])
  }

  /// What shows one of two drawings, for a brand that has them.
  public static let styles = "assets/logos.css"

  private static func markup(_ logo: Settings.Logo) -> String {
    guard let dark = logo.dark else { return sized(logo.svg) }
    return sized(logo.svg, class: "on-light") + sized(dark.svg, class: "on-dark")
  }

  /// The drawing with a height of its own, so that it stays small where no style sheet is applied. Other sizes go;
  /// a drawing that had only those gets the `viewBox` that they meant. Its letters begin where they were put, on pages
  /// that read from the right as well.
  static func sized(_ svg: String, class name: String? = nil) -> String {
    guard let end = svg.utf8.firstIndex(of: UInt8(ascii: ">")), svg.hasPrefix("<svg") else { return svg }
    var tag = String(svg[..<end])
    if name != nil { _ = removeAttribute("class", from: &tag) }
    let (width, height) = (removeAttribute("width", from: &tag), removeAttribute("height", from: &tag))
    if viewBox(of: tag) == nil, let width = width.flatMap(Double.init), let height = height.flatMap(Double.init) {
      tag += " viewBox=\"0 0 \(width) \(height)\""
    }
    if svg.contains("<text"), attribute("direction", in: tag) == nil { tag += " direction=\"ltr\"" }
    return "<svg\(name.map { " class=\"\($0)\"" } ?? "") height=\"24\"" + tag.dropFirst("<svg".count) + svg[end...]
  }

  /// Whether the drawing is more than twice as wide as high.
  static func isWide(_ svg: String) -> Bool {
    guard let box = viewBox(of: sized(svg)), box.height > 0 else { return false }
    return box.width / box.height > 2
  }

  private static func viewBox(of svg: String) -> (width: Double, height: Double)? {
    guard let range = attribute("viewBox", in: svg) else { return nil }
    let numbers = svg[range.value].split(whereSeparator: { $0 == " " || $0 == "," }).compactMap { Double($0) }
    return numbers.count == 4 ? (numbers[2], numbers[3]) : nil
  }

  private static func removeAttribute(_ name: String, from tag: inout String) -> String? {
    guard let range = attribute(name, in: tag) else { return nil }
    let value = String(tag[range.value])
    tag.removeSubrange(range.whole)
    return value
  }

  /// Where the root element's attribute stands, with the space before it, and its value.
  private static func attribute(
    _ name: String, in svg: String
  ) -> (whole: Range<String.Index>, value: Range<String.Index>)? {
    let bytes = svg.utf8
    let tag = bytes[..<(bytes.firstIndex(of: UInt8(ascii: ">")) ?? bytes.endIndex)]
    let name = " \(name)=\"".utf8
    var rest = tag
    while let start = rest.firstIndex(of: UInt8(ascii: " ")) {
      rest = rest[start...]
      if rest.starts(with: name) {
        let value = rest.dropFirst(name.count).startIndex
        guard let end = bytes[value...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        return (start..<bytes.index(after: end), value..<end)
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}
