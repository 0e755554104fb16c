extension ProxyKind {
  public static let caddy = ProxyKind(rawValue: "caddy")
}
