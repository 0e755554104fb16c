import Diagnostics
import ProxyConfig

/// Takes a file with one server apart, if it consists of nothing but directives of which it is known what they lead to.
///
/// Everything else, such as conditions, rewrites and includes, makes a server one of its own.
struct SiteReader {
  private let bytes: [UInt8]
  private var pieces: [SiteText.Piece] = []
  private var values: [SiteText.Value] = []
  private var numbers: [SiteText.Value: Int] = [:]
  private var upstreams: Set<String> = []
  /// Named locations that are defined here, and those that an `error_page` here leads to.
  private var locations: Set<String> = []
  private var pages: Set<String> = []
  /// Up to where the file was looked through for comments.
  private var position = 0
  private var isOrdinary = true

  /// Nil for a file that is not of this kind.
  static func read(_ file: IncludedFile) -> SiteText? {
    guard file.directives.count(where: { $0.name == "server" }) == 1, !file.source.bytes.contains(SiteText.mark),
      !file.source.bytes.containsMadeUp
    else {
      return nil
    }
    var reader = SiteReader(file.source.bytes)
    for directive in file.directives where directive.name == "upstream" {
      reader.upstreams.insert(directive.argument(1)?.string ?? "")
    }
    for case let block? in file.directives.map(\.block) {
      for directive in block where directive.name == "location" && directive.words.count == 2 {
        if let name = directive.argument(1)?.string, name.first == "@" { reader.locations.insert(name) }
      }
    }
    for directive in file.directives {
      guard directive.name == "upstream" || directive.name == "server" else { return nil }
      reader.read(directive, in: "")
      guard reader.isOrdinary else { return nil }
    }
    reader.passComments(before: file.source.bytes.count)
    // What another file's error_page leads to by the same name would be another matter.
    guard reader.isOrdinary, reader.locations.isSubset(of: reader.pages),
      reader.values.contains(where: { $0.kind == .serverName })
    else { return nil }
    return SiteText(bytes: file.source.bytes, pieces: reader.pieces, values: reader.values)
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func read(_ directive: Directive, in outer: String) {
    guard isOrdinary, directive.included == nil, let use = SiteDirective(directive.name, in: outer) else {
      isOrdinary = false
      return
    }
    for (number, word) in directive.words.enumerated() {
      passComments(before: word.range.lowerBound)
      position = word.range.upperBound
      if number > 0 { read(word, number, of: directive, use) }
    }
    for inner in directive.block ?? [] { read(inner, in: directive.name) }
  }

  private mutating func read(_ word: Argument, _ number: Int, of directive: Directive, _ use: SiteDirective) {
    var inner = word.range
    if word.isQuoted { inner = inner.lowerBound + 1..<inner.upperBound - 1 }
    guard inner.lowerBound <= inner.upperBound else { return isOrdinary = false }
    switch use {
    case .asWritten:
      if bytes[inner].first == UInt8(ascii: "@") {
        readLocationName(inner)
        if directive.name == "error_page" { pages.insert(text(inner)) }
      } else {
        isOrdinary = isOrdinary && SiteVariables.areHarmless(in: word.bytes, host: directive.name == "return")
      }
    case .unasked: break
    case .listen:
      let text = word.value
      if text == "default" || text == "default_server" { isOrdinary = false }
    case .serverName: add(inner, .serverName, if: SiteShape.isHostName)
    case .upstreamName: add(inner, .upstream, if: SiteShape.isLabel)
    case .seconds: add(inner, .seconds, if: SiteShape.isDuration)
    case .path: if word.value != "off" { add(inner, .path, if: { !$0.isEmpty }) }
    case .root:
      guard bytes[inner].first == UInt8(ascii: "/") else { return isOrdinary = false }
      add(inner.dropFirst(), .root, if: SiteShape.isFolder)
    case .peer:
      if number == 1 {
        add(inner, .peer, if: SiteShape.isPeer)
      } else if bytes[inner].starts(with: "fail_timeout=".utf8) {
        add(inner.dropFirst(13), .seconds, if: SiteShape.isDuration)
      }
    case .pass:
      guard let scheme = ["http://", "https://"].first(where: { bytes[inner].starts(with: $0.utf8) }) else {
        return isOrdinary = false
      }
      let rest = inner.dropFirst(scheme.utf8.count)
      let host = rest.lowerBound..<(bytes[rest].firstIndex(of: UInt8(ascii: "/")) ?? rest.upperBound)
      let isOwn = upstreams.contains(text(host))
      add(host, isOwn ? .upstream : .peer, if: isOwn ? SiteShape.isLabel : SiteShape.isPeer)
      isOrdinary = isOrdinary && !bytes[rest].contains(UInt8(ascii: "$"))
    case .header:
      let name = directive.argument(1)?.lowercased.string ?? ""
      if number == 2, name == "retry-after" || name.hasPrefix("x-"), SiteShape.isPlain(bytes[inner]) {
        add(inner, .header, if: { _ in true })
      } else {
        isOrdinary = isOrdinary && SiteVariables.areHarmless(in: word.bytes, host: false)
      }
    }
  }

  /// Only a name that this file defines is its own.
  private mutating func readLocationName(_ range: Range<Int>) {
    guard locations.contains(text(range)) else { return isOrdinary = false }
    add(range.dropFirst(), .namedLocation, if: SiteShape.isLabel)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func add(_ range: Range<Int>, _ kind: SiteText.Kind, if fits: (ArraySlice<UInt8>) -> Bool) {
    guard fits(bytes[range]) else { return isOrdinary = false }
    guard kind.isNamed else { return pieces.append(.init(range: range, kind: kind, number: 0)) }
    let value = SiteText.Value(kind: kind, text: text(range))
    let number = numbers[value] ?? values.count
    if number == values.count {
      guard number < SiteText.mostValues else { return isOrdinary = false }
      numbers[value] = number
      values.append(value)
    }
    pieces.append(.init(range: range, kind: kind, number: number))
  }

  /// A comment reaches from its mark to the end of the line; between words there is nothing else that has one.
  private mutating func passComments(before end: Int) {
    while position < end {
      guard bytes[position] == UInt8(ascii: "#") else {
        position += 1
        continue
      }
      var stop = position + 1
      while stop < end, bytes[stop] != UInt8(ascii: "\n") { stop += 1 }
      pieces.append(.init(range: position + 1..<stop, kind: .comment, number: 0))
      position = stop
    }
  }
}

extension Range<Int> {
  fileprivate func dropFirst(_ count: Int = 1) -> Range<Int> { Swift.min(lowerBound + count, upperBound)..<upperBound }
}
