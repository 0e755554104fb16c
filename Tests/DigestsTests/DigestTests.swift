import Digests
import Testing

/// Digests that the standards print, and lengths around the blocks of 64 bytes that all three work in.
@Suite("Digests are the standards' own")
struct DigestTests {
  static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  static let longest = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"

  @Test(
    "SHA-256, from FIPS 180-4's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (longest, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    ])
  func sha256(_ text: String, _ digest: String) {
    #expect(Self.hex(Digest.sha256(Array(text.utf8)[...])) == digest)
  }

  @Test(
    "SHA-1, from FIPS 180-4's examples",
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (longest, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    ])
  func sha1(_ text: String, _ digest: String) {
    #expect(Self.hex(Digest.sha1(Array(text.utf8)[...])) == digest)
  }

  @Test(
    "MD5, from RFC 1321's test suite",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"),
      ("abc", "900150983cd24fb0d6963f7d28e17f72"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
    ])
  func md5(_ text: String, _ digest: String) {
    #expect(Self.hex(Digest.md5(Array(text.utf8)[...])) == digest)
  }

  @Test("a million letters, and a slice of more than is asked for")
  func long() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(Self.hex(Digest.sha256(bytes[...])) == expected)
    let framed = [0] + bytes + [0]
    #expect(Self.hex(Digest.sha256(framed[1..<1_000_001])) == expected)
  }
}
