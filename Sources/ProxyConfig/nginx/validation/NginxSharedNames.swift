import Diagnostics

/// Names one directive makes and another uses: upstreams, zones, log formats.
struct NginxSharedNames {
  private var upstreams: [String: Directive] = [:]
  private var zones: Set<String> = []
  private var formats: Set<String> = ["combined"]
  private(set) var requestZones: Set<String> = []
  private(set) var connectionZones: Set<String> = []
  /// Zones of upstreams that some block gives a size.
  private(set) var peerZones: Set<String> = []
  private(set) var caches: Set<String> = []
  /// Hosts that requests are passed to, with a port.
  private var hosts: Set<String> = []

  /// Reads the top level; everything of the kind stands in `http`.
  mutating func collect(_ top: [Directive]) {
    for http in top where http.name == "http" {
      for directive in http.block?.expanded ?? [] {
        switch directive.name {
        case "upstream":
          if let name = directive.argument(1)?.string.lowercased(), upstreams[name] == nil {
            upstreams[name] = directive
          }
          for zone in directive.block?.expanded ?? [] where zone.name == "zone" && zone.words.count == 3 {
            peerZones.insert(zone.words[1].value)
          }
        case "limit_req_zone": if let name = Self.zone(directive, "zone=") { requestZones.insert(name) }
        case "limit_conn_zone": if let name = Self.zone(directive, "zone=") { connectionZones.insert(name) }
        case "proxy_cache_path", "fastcgi_cache_path", "uwsgi_cache_path", "scgi_cache_path":
          if let name = Self.zone(directive, "keys_zone=") { caches.insert(name) }
        default: break
        }
      }
    }
  }

  static func zone(_ directive: Directive, _ key: String) -> String? {
    // The first word is a key or a folder, whatever it looks like.
    directive.arguments.dropFirst().first { $0.value.hasPrefix(key) }.map {
      String($0.value.dropFirst(key.utf8.count).prefix { $0 != ":" })
    }
  }

  func hasUpstream(_ name: ByteText) -> Bool { upstreams[name.string.lowercased()] != nil }

  mutating func addHost(_ name: ByteText) { hosts.insert(name.string.lowercased()) }
  func hasHost(_ name: ByteText) -> Bool { hosts.contains(name.string.lowercased()) }

  /// The first upstream of the same name, when this one is another.
  func repeatedUpstream(_ directive: Directive) -> Directive? {
    guard let name = directive.argument(1)?.string.lowercased(), let first = upstreams[name],
      first.range != directive.range || first.source.name != directive.source.name
    else { return nil }
    return first
  }

  /// False when there is such a format already.
  mutating func define(format: String) -> Bool { formats.insert(format).inserted }

  /// False when there is such a zone already.
  mutating func define(zone: String) -> Bool { zones.insert(zone).inserted }

  /// Formats must be defined before they are used.
  func has(format: String) -> Bool { formats.contains(format) }
}
