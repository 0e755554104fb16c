internal import Escaping

/// Puts the reloading script into a page on its way to the browser. The page itself, as it will be published, knows
/// nothing of it.
struct Injection: Sendable {
  /// Which build the page is from; the script reloads when it hears of another one.
  let generation: String

  static let events = "__interlude/events"

  /// The server's own files.
  static func asset(_ path: String) -> [UInt8]? {
    switch path {
    case "__interlude/reload.js": PackageResources.reload_js
    case "__interlude/preview.css": PackageResources.preview_css
    default: nil
    }
  }

  /// The page with the script at the end of its head, and with a policy of its own adapted.
  func page(_ bytes: [UInt8]) -> [UInt8] {
    let script =
      "<script src=\"/__interlude/reload.js\" data-generation=\"\(HTML.escape(generation))\" defer></script>"
    let page = Self.adaptingPolicy(String(decoding: bytes, as: UTF8.self))
    guard let head = page.firstRange(of: "</head>") else { return Array((page + script).utf8) }
    return Array((String(page[..<head.lowerBound]) + script + String(page[head.lowerBound...])).utf8)
  }

  /// A policy in the page can only be made stricter by a field of the response, so it is adapted in place.
  private static func adaptingPolicy(_ page: String) -> String {
    guard let tag = page.firstRange(of: "<meta http-equiv=\"Content-Security-Policy\" content=\""),
      let end = page[tag.upperBound...].firstIndex(of: "\"")
    else { return page }
    let policy = page[tag.upperBound..<end].replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    return String(page[..<tag.upperBound]) + HTML.escape(LivePolicy.allowing(String(policy))) + String(page[end...])
  }
}
