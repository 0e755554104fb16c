/// A `geo` block: a variable worked out from an address (`ngx_http_geo_module.c`).
public struct NginxGeo: Sendable {
  /// The variable, without its dollar sign and in small letters.
  public let variable: String
  /// What gives the address; nil for the visitor's own.
  public let source: NginxText?
  /// Networks whose `X-Forwarded-For` is believed.
  public let proxies: [AddressRange]
  public let isRecursive: Bool
  public let directive: Directive
  /// The networks with their values; where two are the same the later one counts.
  private var networks: [(range: AddressRange, value: ByteText)] = []
  /// With `ranges`: first and last address.
  private var spans: [(first: [UInt8], last: [UInt8], value: ByteText)] = []
  private var fallback: ByteText = ""

  init?(_ directive: Directive) {
    guard let target = directive.words.last?.bytes, target.first == UInt8(ascii: "$"), directive.words.count > 1,
      let block = directive.block?.expanded
    else { return nil }
    self.directive = directive
    variable = target.from(1).string.lowercased()
    source = directive.words.count == 3 ? directive.argument(1).map(NginxText.init) : nil
    let isSpans = block.contains { $0.name == "ranges" && $0.words.count == 1 }
    isRecursive = block.contains { $0.name == "proxy_recursive" && $0.words.count == 1 }
    proxies = block.compactMap { $0.name == "proxy" ? $0.argument(1).flatMap { AddressRange($0.string) } : nil }
    for line in block where line.words.count == 2 && line.included == nil && line.name != "proxy" {
      add(line.name, line.argument(1) ?? "", isSpans)
    }
  }

  private mutating func add(_ key: String, _ value: ByteText, _ isSpans: Bool) {
    if key == "default" {
      fallback = value
    } else if key == "delete" {
      let gone = value.string
      networks.removeAll { $0.range == AddressRange(gone) }
      if let span = Self.span(gone) { spans.removeAll { $0.first == span.first && $0.last == span.last } }
    } else if isSpans {
      if let span = Self.span(key) { spans.append((span.first, span.last, value)) }
    } else if let range = AddressRange(key) {
      networks.removeAll { $0.range == range }
      networks.append((range, value))
    }
  }

  private static func span(_ text: String) -> (first: [UInt8], last: [UInt8])? {
    let ends = text.split(separator: "-", maxSplits: 1).map { AddressRange.bytes(String($0)) }
    guard ends.count == 2, let first = ends[0], let last = ends[1] else { return nil }
    return (first, last)
  }

  /// The networks it tells from each other, and whether it tells others by their ends.
  public var ranges: (networks: [AddressRange], areAll: Bool) { (networks.map(\.range), spans.isEmpty) }

  /// The value for an address of 4 or 16 bytes: that of the smallest network around it.
  public func value(for address: [UInt8]) -> ByteText {
    var address = address
    // An IPv4 address in IPv6's clothing.
    if address.count == 16, address.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
      address = Array(address.suffix(4))
    }
    for span in spans.reversed() where span.first.count == address.count {
      if !address.lexicographicallyPrecedes(span.first), !span.last.lexicographicallyPrecedes(address) {
        return span.value
      }
    }
    let fitting = networks.filter { $0.range.contains(address) }
    return fitting.max { $0.range.bits < $1.range.bits }?.value ?? fallback
  }

  /// Addresses for which the variable becomes different things, as far as they can be written down.
  public var examples: [ByteText] {
    var found: [(value: ByteText, address: ByteText)] = []
    func add(_ bytes: [UInt8], _ value: ByteText) {
      guard bytes.count == 4, self.value(for: bytes) == value, !found.contains(where: { $0.value == value }) else {
        return
      }
      found.append((value, ByteText(bytes.map(String.init).joined(separator: "."))))
    }
    for network in networks { add(network.range.first, network.value) }
    for span in spans { add(span.first, span.value) }
    return found.map(\.address)
  }

  /// Everything the variable can become.
  public var results: [ByteText] {
    var all = [fallback]
    for value in networks.map(\.value) + spans.map(\.value) where !all.contains(value) { all.append(value) }
    return all
  }
}
