/// Which destinations may become a link (libcmark's `_scan_dangerous_url`).
enum Safety {
  /// Whether a URL would run a program or open a local file: the schemes `javascript`, `vbscript`, `file` and `data`,
  /// except for images in PNG, GIF, JPEG and WebP.
  static func isDangerous(_ url: ArraySlice<UInt8>) -> Bool {
    switch url.first.map({ $0 | 0x20 }) {
    case UInt8(ascii: "j"): starts(url, "javascript:")
    case UInt8(ascii: "v"): starts(url, "vbscript:")
    case UInt8(ascii: "f"): starts(url, "file:")
    case UInt8(ascii: "d"): starts(url, "data:") && !isImage(url)
    default: false
    }
  }

  /// Whether a URL leads to another server.
  static func isRemote(_ url: ArraySlice<UInt8>) -> Bool {
    starts(url, "//") || starts(url, "http:") || starts(url, "https:") || starts(url, "ftp:")
  }

  private static func isImage(_ url: ArraySlice<UInt8>) -> Bool {
    ["png", "gif", "jpeg", "webp"].contains { starts(url, "data:image/" + $0) }
  }

  /// Whether `bytes` start with a text in lower case, whatever their own case.
  static func starts(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
    guard bytes.count >= text.utf8.count else { return false }
    return zip(bytes, text.utf8).allSatisfy { byte, wanted in
      byte == wanted || (byte >= 0x41 && byte <= 0x5A && byte | 0x20 == wanted)
    }
  }
}
