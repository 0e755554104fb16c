extension ProxyKind {
  public static let nginx = ProxyKind(rawValue: "nginx")
}
