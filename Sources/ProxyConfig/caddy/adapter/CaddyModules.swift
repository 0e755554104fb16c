import Diagnostics

/// Names that a module may have brought along, and those that are rather misspelt.
enum CaddyModules {
  /// Whether a name that stock Caddy does not know may be a module's: it looks like one, and like no real one.
  static func mayBring(_ name: String, besides real: some Sequence<String>) -> Bool {
    guard let first = name.utf8.first, 0x61...0x7A ~= first,
      name.utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") })
    else { return false }
    if known.contains(name) { return true }
    return NearestName.of(name, among: real, within: name.utf8.count < 9 ? 1 : 2) == nil
  }

  /// Well known ones that are near a stock name, or near enough to be taken for a slip.
  private static let known: Set<String> = ["php", "cache", "git", "geoip", "webdav", "security", "replace"]
}

extension CaddyAdaptation {
  /// Whether a directive can be read: stock Caddy's own, or one that a module may bring. Those are told of once.
  func takesDirective(_ token: CaddyToken) -> Bool {
    let name = token.text.string
    if CaddyDirectives.isKnown(name, release) || moduleDirectives.contains(name) { return true }
    guard acceptsModules, CaddyModules.mayBring(name, besides: CaddyDirectives.names(release)) else { return false }
    addModule(name)
    report.add(
      Diagnostic(
        "unknown-directive", .info, "\(name) is no directive of Caddy's own", at: token.place,
        notes: ["It is taken for a module's, and to let requests pass."]))
    return true
  }

  /// Without a place of its own a module's directive goes where guards stand, before what answers.
  func addModule(_ name: String) {
    guard moduleDirectives.insert(name).inserted, !order.contains(name) else { return }
    order.insert(name, at: order.firstIndex(of: "request_header") ?? order.count)
  }
}
