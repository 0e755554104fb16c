public import Content

/// Writes the ready-to-include configuration of each proxy, from the site's own codes and languages.
public enum ProxySnippets {
  /// Everything below `error-pages/config/`, in a stable order.
  public static func build(_ site: Site) -> [OutputFile] {
    let pack = Pack(site)
    return (CaddyConfig(pack).files + NginxConfig(pack).files).sorted { $0.path < $1.path }
  }

  static let folder = "error-pages/config"
}
