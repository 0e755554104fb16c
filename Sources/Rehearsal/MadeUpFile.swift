import ProxyConfig

/// What stands in the place of a file that is on the proxy's machine alone.
enum MadeUpFile {
  private static let lists = [".map", ".lst", ".list", ".acl", ".txt"]

  /// Whether what a proxy reads when it starts is a page or a list, going by its name; a certificate is made up otherwise.
  static func canReplace(_ path: String) -> Bool {
    ([".http", ".html", ".htm", ".json"] + lists).contains { path.hasSuffix($0) }
  }

  /// A page that says what it is, or a list of nothing.
  static func bytes(for path: String) -> [UInt8] {
    guard !lists.contains(where: { path.hasSuffix($0) }) else { return [] }
    let page = "<!doctype html><title>A page made up for a rehearsal</title><p>It stands in the place of \(path).\n"
    guard path.hasSuffix(".http") else { return Array(page.utf8) }
    // HAProxy's files are whole answers; their names tell the code.
    let code = PathText.name(path).split { !$0.isNumber }.compactMap { Int($0) }.first { 200...599 ~= $0 } ?? 503
    let head = "HTTP/1.0 \(code) Made up\r\nCache-Control: no-cache\r\nContent-Type: text/html\r\n\r\n"
    return Array((head + page).utf8)
  }
}
