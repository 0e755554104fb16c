/// The budgets that the systems a page is loaded into set; a file is in the smallest class that it fits.
public enum SizeClass: String, Sendable, CaseIterable {
  /// A fixed response of an AWS application load balancer: 1,024 characters, and in bytes what `small` has.
  case nano
  /// An inline response of a Cloudflare WAF rule: 2 kB.
  case small
  /// An Envoy direct response: 4,096 bytes.
  case direct
  /// A full page: 12,000 bytes, 4,096 in gzip, so that it arrives with the first flight of packets.
  case page
  /// An HAProxy error file, headers included: its buffer of 16,384 bytes less the 1,024 kept free for rewriting.
  case response

  public var bytes: Int {
    switch self {
    case .nano, .small: 2000
    case .direct: 4096
    case .page: 12_000
    case .response: 15_360
    }
  }

  /// The budget in characters, where there is one; counted as UTF-16 does, which is the strictest way.
  public var characters: Int? {
    self == .nano ? 1024 : nil
  }

  /// The budget in gzip, where there is one.
  public var gzipBytes: Int? {
    self == .page ? 4096 : nil
  }

  /// The smallest class for a file, or nil when it fits none.
  static func of(bytes: Int, characters: Int, gzipBytes: Int?) -> SizeClass? {
    allCases.first { size in
      guard bytes <= size.bytes, characters <= size.characters ?? .max else { return false }
      guard let limit = size.gzipBytes, let gzipBytes else { return true }
      return gzipBytes <= limit
    }
  }
}
