public import Diagnostics
public struct MarkdownOptions: Sendable { public var rawHTML = false; public init() {} }
public struct LinkedHTML: Sendable { public var count: Int { 0 } }
public struct Heading: Sendable { public let level: Int; public let id: String; public let text: String; public let place: Place; public let htmlRange: Range<Int> }
public struct Link: Sendable { public enum Kind: Sendable { case link, image, autolink }; public let destination: String; public let kind: Kind; public let place: Place }
public struct MarkdownText: Sendable {
  public let html: LinkedHTML; public let headings: [Heading]; public let links: [Link]
  public static func parse(_ source: Source, body: Range<Int>, options: MarkdownOptions, into report: inout Report) -> MarkdownText { .init(html: .init(), headings: [], links: []) }
}
