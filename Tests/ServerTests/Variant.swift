/// What a request says about the answer it would like.
struct Variant: Sendable {
  let name: String
  let headers: [String: String]
  /// The format of the page it gets where the proxy chooses.
  let format: String
  var language = "en"

  private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
  private static let year = "Fri, 01 Jan 2038 00:00:00 GMT"

  static let all = [
    Variant(name: "plain", headers: [:], format: "txt"),
    Variant(name: "curl", headers: ["Accept": "*/*"], format: "txt"),
    Variant(name: "browser", headers: ["Accept": browser, "Accept-Language": "xx-YY,en;q=0.8"], format: "html"),
    Variant(name: "JSON", headers: ["Accept": "application/json"], format: "json"),
    Variant(name: "XML", headers: ["Accept": "application/problem+xml"], format: "xml"),
    Variant(
      name: "conditional", headers: ["Accept": browser, "If-None-Match": "*", "If-Modified-Since": year],
      format: "html"),
    Variant(
      name: "precondition",
      headers: ["Accept": browser, "If-Match": "\"x\"", "If-Unmodified-Since": "Sat, 01 Jan 2000 00:00:00 GMT"],
      format: "html"),
    Variant(
      name: "German", headers: ["Accept": browser, "Accept-Language": "xx, de-AT;q=0.9, en;q=0.5"], format: "html",
      language: "de"),
    Variant(name: "range", headers: ["Accept": browser, "Range": "bytes=0-9"], format: "html"),
  ]
}
