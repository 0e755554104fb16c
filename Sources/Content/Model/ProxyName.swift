/// A proxy that articles are about and readers ask for: the one list of them, in the order in which readers see them. The
/// raw value is the tag of articles about it.
public enum ProxyName: String, CaseIterable, Sendable {
  case nginx, caddy, apache, haproxy, envoy, traefik, varnish, cloudflare

  /// As readers know it.
  public var title: String {
    switch self {
    case .nginx: "nginx"
    case .caddy: "Caddy"
    case .apache: "Apache"
    case .haproxy: "HAProxy"
    case .envoy: "Envoy"
    case .traefik: "Traefik"
    case .varnish: "Varnish"
    case .cloudflare: "Cloudflare"
    }
  }
}
