internal import CCrypto

/// Digests of bytes, worked out by OpenSSL's libcrypto.
public enum Digest {
  /// SHA-256 (FIPS 180-4): 32 bytes.
  public static func sha256(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    unsafe digest(of: bytes, count: 32, interlude_sha256)
  }

  /// SHA-1 (FIPS 180-4): 20 bytes. For passwords that others stored so; it no longer keeps anybody from making two texts
  /// with the same digest.
  public static func sha1(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    unsafe digest(of: bytes, count: 20, interlude_sha1)
  }

  /// MD5 (RFC 1321): 16 bytes. For passwords that others stored so, as SHA-1.
  public static func md5(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    unsafe digest(of: bytes, count: 16, interlude_md5)
  }

  private static func digest(
    of bytes: ArraySlice<UInt8>, count: Int,
    _ work: (UnsafeRawPointer?, Int, UnsafeMutablePointer<UInt8>?) -> Void
  ) -> [UInt8] {
    unsafe bytes.withUnsafeBytes { input in
      unsafe [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
        unsafe work(input.baseAddress, input.count, output.baseAddress)
        initialized = count
      }
    }
  }
}
