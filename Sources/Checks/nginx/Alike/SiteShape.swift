import ProxyConfig

/// What the words look like that may differ. Whatever looks otherwise may mean something of its own.
enum SiteShape {
  /// `www.example.com`, in small letters.
  static func isHostName(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count < 100, let first = text.first, let last = text.last, isSmall(first), isSmall(last) else {
      return false
    }
    var previous: UInt8 = 0
    for byte in text {
      guard isSmall(byte) || byte == dash || byte == dot && previous != dot else { return false }
      previous = byte
    }
    // Labels of figures only could be an address.
    return text.contains(dot) && !text.allSatisfy { !isLetter($0) }
  }

  /// `shop_12`.
  static func isLabel(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count < 100, let first = text.first, isLetter(first) else { return false }
    return text.allSatisfy { isSmall($0) || $0 == dash || $0 == UInt8(ascii: "_") }
  }

  /// A number with the letters of its unit.
  static func isDuration(_ text: ArraySlice<UInt8>) -> Bool {
    let unit = text.drop(while: isFigure)
    return unit.count < text.count && text.count < 10 && unit.count < 3 && unit.allSatisfy(isLetter)
  }

  /// An address of figures and a port; not one of those that rules know something about.
  static func isPeer(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, let port = Int(String(decoding: parts[1], as: UTF8.self)), 1024...65499 ~= port else {
      return false
    }
    let numbers = parts[0].split(separator: dot, omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers.allSatisfy { 1...3 ~= $0.count && $0.allSatisfy(isFigure) }
      && parts[1].first != UInt8(ascii: "0") && !NoPageForGarbage.knows(port)
  }

  /// An absolute path without its first slash: no dots but within names, nothing to evaluate.
  static func isFolder(_ text: ArraySlice<UInt8>) -> Bool {
    guard let last = text.last, last != slash, text.count < 200 else { return false }
    var previous = slash
    for byte in text {
      if previous == slash, byte == slash || byte == dot { return false }
      guard
        isSmall(byte) || byte == slash || byte == dot || byte == dash || byte == UInt8(ascii: "_")
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      else { return false }
      previous = byte
    }
    return true
  }

  /// A word without anything to evaluate, and not empty.
  static func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
    !text.isEmpty && text.count < 100 && text.allSatisfy { isSmall($0) || $0 == dash || $0 == UInt8(ascii: "_") }
  }

  private static let dash = UInt8(ascii: "-")
  private static let dot = UInt8(ascii: ".")
  private static let slash = UInt8(ascii: "/")

  private static func isFigure(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
  private static func isSmall(_ byte: UInt8) -> Bool { isLetter(byte) || isFigure(byte) }
}

/// Variables whose value has nothing to do with what servers are called and where their files are.
enum SiteVariables {
  /// - Parameter host: the request's host does no harm either.
  static func areHarmless(in text: ByteText, host: Bool) -> Bool {
    guard text.contains(UInt8(ascii: "$")) else { return true }
    return NginxText(text).variableNames.allSatisfy { isHarmless($0) || host && hosts.contains($0) }
  }

  private static func isHarmless(_ name: String) -> Bool {
    if name == "http_host" { return false }
    return names.contains(name) || name.hasPrefix("http_") || name.hasPrefix("arg_") || name.hasPrefix("cookie_")
  }

  private static let hosts: Set<String> = ["host", "http_host"]
  private static let names: Set<String> = [
    "uri", "document_uri", "request_uri", "args", "query_string", "is_args", "scheme", "https", "remote_addr",
    "binary_remote_addr", "request_method", "status",
  ]
}
