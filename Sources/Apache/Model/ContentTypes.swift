import Diagnostics
import ProxyConfig

/// What decides the type that a file is sent as: mod_mime, `ForceType`, `AddDefaultCharset`.
struct ContentTypes: Sendable {
  private var byExtension: [String: String] = [:]
  private var charsets: [String: String] = [:]
  /// `ForceType`; "none" takes it back.
  private var forced: String?
  /// `AddDefaultCharset`; "off" for none.
  private var usualCharset: String?

  /// Reads a directive; false for all others.
  mutating func read(_ name: String, _ words: [String]) -> Bool {
    let extensions = words.dropFirst().map { ($0.hasPrefix(".") ? String($0.dropFirst()) : $0).lowercased() }
    switch name {
    case "AddType": for word in extensions { byExtension[word] = words[0] }
    case "AddCharset": for word in extensions { charsets[word] = words[0] }
    case "ForceType": forced = words.first
    case "AddDefaultCharset":
      usualCharset = words.first.map { $0.lowercased() == "on" ? "iso-8859-1" : $0 }
    default: return false
    }
    return true
  }

  mutating func merge(_ inner: ContentTypes) {
    byExtension.merge(inner.byExtension) { $1 }
    charsets.merge(inner.charsets) { $1 }
    forced = inner.forced ?? forced
    usualCharset = inner.usualCharset ?? usualCharset
  }

  /// The type of a file by its name; nil when it goes out without one.
  func type(of path: ByteText, hasMIME: Bool) -> String? {
    let name = path.lastOffset(of: "/").map { path.from($0 + 1) } ?? path
    var type: String?
    var charset: String?
    for part in name.pieces(".").dropFirst() where hasMIME {
      let part = part.string.lowercased()
      type = byExtension[part] ?? Self.usual[part] ?? type
      charset = charsets[part] ?? charset
    }
    if let charset { type = type.map { "\($0); charset=\(charset)" } }
    if let forced, forced.lowercased() != "none" { type = forced }
    if let usualCharset, usualCharset.lowercased() != "off", let known = type, !known.contains("charset"),
      known.hasPrefix("text/html") || known.hasPrefix("text/plain")
    {
      type = "\(known); charset=\(usualCharset.lowercased())"
    }
    return type
  }

  /// Of those that `TypesConfig` usually brings along.
  private static let usual = [
    "html": "text/html", "htm": "text/html", "shtml": "text/html", "xhtml": "application/xhtml+xml",
    "txt": "text/plain",
    "css": "text/css", "js": "text/javascript", "json": "application/json", "xml": "application/xml",
    "svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "ico": "image/vnd.microsoft.icon", "webp": "image/webp", "pdf": "application/pdf",
  ]
}
