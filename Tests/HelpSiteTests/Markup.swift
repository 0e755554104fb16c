import Foundation

/// Just enough of an HTML reader for tests: the attributes of a page this program made.
struct Markup {
  let text: String

  /// The values of an attribute, character references resolved.
  func values(of attribute: String) -> [String] {
    text.matches(of: (try? Regex("\\s\(attribute)=\"([^\"]*)\"", as: (Substring, Substring).self)) ?? Self.nothing)
      .map { Self.resolved(String($0.output.1)) }
  }

  var links: [String] { values(of: "href") + values(of: "src") }
  var ids: Set<String> { Set(values(of: "id")) }

  func count(of part: String) -> Int { text.components(separatedBy: part).count - 1 }

  private static var nothing: Regex<(Substring, Substring)> { /(?!)()/ }

  private static func resolved(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&#x27;", with: "'").replacing("&amp;", with: "&")
  }
}

/// The files a site is made of, as a browser with nothing but these files sees them.
struct Crawl {
  let files: [String: String]

  /// Links that lead nowhere: `page → link`. Links to other sites are left out.
  func deadLinks(rootPath: String? = nil) -> [String] {
    files.keys.filter { $0.hasSuffix(".html") }.sorted().flatMap { page -> [String] in
      Markup(text: files[page] ?? "").links.filter { !leadsSomewhere($0, from: page, rootPath: rootPath) }
        .map { "\(page) → \($0)" }
    }
  }

  private func leadsSomewhere(_ link: String, from page: String, rootPath: String?) -> Bool {
    if link.contains("://") || link.hasPrefix("mailto:") { return true }
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let path = String(parts[0].split(separator: "?", omittingEmptySubsequences: false).first ?? "")
    guard let target = resolved(path, from: page, rootPath: rootPath), let text = files[target] else { return false }
    guard parts.count > 1, let fragment = parts[1].removingPercentEncoding else { return true }
    return Markup(text: text).ids.contains(fragment)
  }

  private func resolved(_ path: String, from page: String, rootPath: String?) -> String? {
    guard let path = path.removingPercentEncoding else { return nil }
    if path.isEmpty { return page }
    if let rootPath, path.hasPrefix(rootPath) { return String(path.dropFirst(rootPath.count)) }
    var folders = page.split(separator: "/").dropLast().map(String.init)
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      switch part {
      case "..":
        if folders.popLast() == nil { return nil }
      case ".": continue
      case "": return nil
      default: folders.append(String(part))
      }
    }
    return folders.joined(separator: "/")
  }
}
