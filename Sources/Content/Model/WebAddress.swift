/// What can be told of an `http:` or `https:` address by looking at it.
public enum WebAddress {
  public static func isOne(_ url: String) -> Bool { url.hasPrefix("https://") || url.hasPrefix("http://") }

  /// Whether it is set aside for samples and leads nowhere (RFC 2606, RFC 6761), or to the machine it is followed on.
  public static func isSample(_ url: String) -> Bool {
    let host = host(of: url)
    return ["example.com", "example.net", "example.org", "localhost"].contains {
      host == $0 || host.hasSuffix("." + $0)
    }
      || [".example", ".test", ".invalid"].contains(where: host.hasSuffix)
  }

  /// Without the port, in lower case. Empty where there is none.
  public static func host(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return "" }
    let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    if place.hasPrefix("[") { return place.prefix { $0 != "]" } + "]" }
    return place.prefix { $0 != ":" }.lowercased()
  }

  /// The part that is asked for, without the heading it names (RFC 3986, section 3.5), and that heading with its `#`.
  public static func parts(_ url: String) -> (asked: String, fragment: Substring) {
    let mark = url.firstIndex(of: "#") ?? url.endIndex
    return (String(url[..<mark]), url[mark...])
  }
}
