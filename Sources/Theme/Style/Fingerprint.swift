internal import Digests
internal import Foundation

/// The SHA-256 digest of some bytes.
public struct Fingerprint: Sendable, Hashable {
  public let bytes: [UInt8]

  public init(_ data: [UInt8]) { self.init(data[...]) }

  public init(_ data: ArraySlice<UInt8>) {
    bytes = Digest.sha256(data)
  }

  /// 64 lower-case hexadecimal digits.
  public var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// As content security policies and subresource integrity write it.
  public var base64: String {
    Data(bytes).base64EncodedString()
  }
}
