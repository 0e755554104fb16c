import Digests
import Foundation
import ProxyConfig

/// Passwords as `auth_basic_user_file` keeps them (`ngx_crypt.c`).
enum NginxPassword {
  /// Name and password of an `Authorization` header (`ngx_http_auth_basic_user`); nil when there are none.
  static func credentials(_ header: String) -> (name: [UInt8], password: [UInt8])? {
    guard header.lowercased().hasPrefix("basic ") else { return nil }
    let encoded = header.dropFirst(6).drop { $0 == " " }
    guard !encoded.isEmpty, let bytes = Data(base64Encoded: padded(String(encoded))) else { return nil }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > bytes.startIndex else { return nil }
    return (Array(bytes[..<colon]), Array(bytes[(colon + 1)...]))
  }

  private static func padded(_ text: String) -> String {
    let bare = text.prefix { $0 != "=" }
    return bare + String(repeating: "=", count: (4 - bare.utf8.count % 4) % 4)
  }

  /// The stored password of a name; nil when the file does not have it.
  static func stored(for name: [UInt8], in file: [UInt8]) -> [UInt8]? {
    for line in file.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#") {
      guard line.starts(with: name), line.count > name.count, line[line.startIndex + name.count] == UInt8(ascii: ":")
      else { continue }
      return Array(line.dropFirst(name.count + 1).prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "\r") })
    }
    return nil
  }

  /// Whether a password is the stored one; nil for the schemes of the system's `crypt`, which are not known here.
  static func fits(_ password: [UInt8], _ stored: [UInt8]) -> Bool? {
    let text = String(decoding: stored, as: UTF8.self)
    if text.hasPrefix("{PLAIN}") { return stored.dropFirst(7).elementsEqual(password) }
    if text.hasPrefix("{SHA}") {
      return Data(Digest.sha1(password[...])).base64EncodedString() == text.dropFirst(5)
    }
    if text.hasPrefix("{SSHA}") {
      guard let kept = Data(base64Encoded: padded(String(text.dropFirst(6)))), kept.count > 20 else { return false }
      return Digest.sha1((password + kept.dropFirst(20))[...]).elementsEqual(kept.prefix(20))
    }
    if text.hasPrefix("$apr1$") { return apache(password, salt: salt(stored)) == text }
    return nil
  }

  private static func salt(_ stored: [UInt8]) -> [UInt8] {
    Array(stored.dropFirst(6).prefix(8).prefix { $0 != UInt8(ascii: "$") })
  }

  /// Apache's variant of the MD5 scheme (`ngx_crypt_apr1`).
  private static func apache(_ password: [UInt8], salt: [UInt8]) -> String {
    var inner = password + Array("$apr1$".utf8) + salt
    let mixed = Digest.md5((password + salt + password)[...])
    for index in password.indices { inner.append(mixed[index % 16]) }
    var bits = password.count
    while bits > 0 {
      inner.append(bits & 1 == 1 ? 0 : password.first ?? 0)
      bits >>= 1
    }
    var sum = Digest.md5(inner[...])
    for round in 0..<1000 {
      var next = round & 1 == 1 ? password : sum
      if round % 3 != 0 { next += salt }
      if round % 7 != 0 { next += password }
      next += round & 1 == 1 ? sum : password
      sum = Digest.md5(next[...])
    }
    return "$apr1$" + String(decoding: salt, as: UTF8.self) + "$" + encoded(sum)
  }

  private static func encoded(_ sum: [UInt8]) -> String {
    let digits = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".unicodeScalars)
    var text = String.UnicodeScalarView()
    func add(_ value: Int, _ count: Int) {
      var value = value
      for _ in 0..<count {
        text.append(digits[value & 63])
        value >>= 6
      }
    }
    for (a, b, c) in [(0, 6, 12), (1, 7, 13), (2, 8, 14), (3, 9, 15), (4, 10, 5)] {
      add(Int(sum[a]) << 16 | Int(sum[b]) << 8 | Int(sum[c]), 4)
    }
    add(Int(sum[11]), 2)
    return String(text)
  }
}
