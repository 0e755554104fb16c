import Foundation
import TestSupport
import Testing

/// What is said of proxies in general names none of them: a proxy is a folder and a line in the list.
@Suite("One core under every proxy")
struct ProxyWallTests {
  /// Folders and files that may know a proxy by name: its own, its rules, and the list.
  static let rooms = [
    "ProxyConfig/nginx/", "ProxyConfig/caddy/", "Trace/nginx/", "Trace/caddy/", "Checks/nginx/", "Checks/caddy/",
    "Checks/Rules/", "HAProxy/", "Apache/", "Proxies/ProxyList.swift",
  ]
  static let neutral = ["ProxyConfig", "Trace", "Checks", "Proxies", "interlude"]
  /// Types of one proxy's; what stands in its folders begins so.
  static var names: Regex<Substring> { /\b(?:Nginx|Caddy|HAProxy|Apache)[A-Z]\w*/ }
  /// Old debts, each to be paid: the shared floor that still knows a tenant. The list may only become shorter.
  static let debts: [String: Set<String>] = [
    "ProxyConfig/Directive.swift": ["NginxStockName"],
    "Checks/Core/AssumedFiles.swift": ["PathPattern", "NginxModel", "NginxScope", "NginxStatement", "NginxText"],
    "Checks/Core/Proxy.swift": [],
  ]

  @Test("neutral files name no proxy's types")
  func names() throws {
    for target in Self.neutral {
      let root = PackageFolder.root.appending(path: "Sources/\(target)")
      for path in try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted() where path.hasSuffix(".swift")
      {
        let name = "\(target)/\(path)"
        guard !Self.rooms.contains(where: name.hasPrefix) else { continue }
        let lines = try String(contentsOf: root.appending(path: path), encoding: .utf8).split(separator: "\n")
        let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        let found = Set(code.matches(of: Self.names).map { String($0.output) })
        #expect(found.subtracting(Self.debts[name] ?? []).sorted() == [], "\(name)")
      }
    }
  }

  @Test("no proxy's folder names another's types")
  func neighbours() throws {
    let rooms = ["nginx": /\bCaddy[A-Z]\w*/, "caddy": /\bNginx[A-Z]\w*/]
    for target in ["ProxyConfig", "Trace", "Checks"] {
      for (room, forbidden) in rooms {
        let root = PackageFolder.root.appending(path: "Sources/\(target)/\(room)")
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) where path.hasSuffix(".swift") {
          let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
          #expect(text.firstMatch(of: forbidden) == nil, "\(target)/\(room)/\(path)")
        }
      }
    }
  }
}
