import Foundation
import ProxyConfig
public import Trace

/// What an upstream was sent, in a header of its answer, so that a proxy that passes it on tells what it had sent.
public struct Echo {
  private let method: String
  private let uri: String
  /// Header fields or parameters in order; names of headers in small letters.
  private let fields: [(name: String, value: String)]
  private let isHTTP: Bool

  /// The header's name. It is none of those that tests compare.
  public static let name = "Fake-Request"
  /// Longer requests are not told: the answer's header would be too big for the proxy.
  private static let longest = 1500

  /// The header line for the answer to an HTTP request; empty when the request is too long.
  public static func line(_ request: [UInt8]) -> String {
    let text = String(decoding: request, as: UTF8.self)
    let head = text.range(of: "\r\n\r\n").map { String(text[..<$0.lowerBound]) } ?? text
    return line(head)
  }

  /// The same for parameters.
  public static func line(_ parameters: [(name: String, value: String)]) -> String {
    line("\r\n" + parameters.map { "\($0.name): \($0.value)" }.joined(separator: "\r\n"))
  }

  private static func line(_ head: String) -> String {
    head.utf8.count > longest ? "" : "\(name): \(Data(head.utf8).base64EncodedString())\r\n"
  }

  /// Reads the header's value.
  public init?(_ value: String) {
    guard let data = Data(base64Encoded: value) else { return nil }
    var lines = String(decoding: data, as: UTF8.self).components(separatedBy: "\r\n")
    let first = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    isHTTP = first.count >= 3
    method = isHTTP ? first[0] : ""
    uri = isHTTP ? first[1..<(first.count - 1)].joined(separator: " ") : ""
    let isHTTP = isHTTP
    fields = lines.compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      return (isHTTP ? line[..<colon].lowercased() : String(line[..<colon]), value)
    }
  }

  /// What none of the requests that are said to have been sent has in common with this one; nil when one is it.
  ///
  /// - Parameter request: what the visitor sent.
  public func difference(from all: [Outcome.Asked], _ request: Request) -> String? {
    let differences = all.reversed().compactMap { difference(from: $0, request) }
    return differences.count < all.count ? nil : differences.first ?? "nobody is said to be asked"
  }

  private func difference(from asked: Outcome.Asked, _ request: Request) -> String? {
    if isHTTP {
      if asked.method != method { return "the upstream gets \(asked.method), really \(method)" }
      if let said = asked.uri?.string, said != uri { return "the upstream gets \(said), really \(uri)" }
      let host = values("host").first
      if let said = asked.host, said != host { return "the upstream gets Host \(said), really \(host ?? "none")" }
    }
    for header in asked.headers where !values(header.name).contains(header.value.trimmingCharacters(in: .whitespaces)) {
      return "the upstream gets \(header.name): \(header.value), really \(values(header.name))"
    }
    let set = Set(asked.headers.map(\.name))
    let dropped =
      asked.dropped == ["*"]
      ? request.headers.map { $0.name.lowercased() }.filter { $0 != "host" && $0 != "connection" } : asked.dropped
    for name in dropped where isHTTP && !set.contains(name) && !values(name).isEmpty {
      return "the upstream is said not to get \(name), really \(values(name))"
    }
    return nil
  }

  private func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}
