extension Settings {
  /// Whether pages can have addresses below `text`: an absolute URL of http or https that names a host, without white
  /// space and other bytes that RFC 3986 leaves out, and without query and fragment.
  public static func isBaseURL(_ text: String) -> Bool {
    guard case .success = ScalarCheck.check(text, .webAddress(contact: false)) else { return false }
    return !text.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
  }
}
