public import Content

/// Writes the ready-to-include configuration of each proxy, from the site's own codes and languages.
public enum ProxySnippets {
  /// Everything below `error-pages/config/`, in a stable order. `pages` are the pack's own files, for the proxies whose
  /// configuration has to contain them.
  public static func build(_ site: Site, pages: [OutputFile]) -> [OutputFile] {
    files(Pack(site, pages: pages))
  }

  static let folder = "error-pages/config"

  /// One line per proxy.
  static func files(_ pack: Pack) -> [OutputFile] {
    let files = [
      AWSConfig(pack).files,
      ApacheConfig(pack).files,
      AzureConfig(pack).files,
      CaddyConfig(pack).files,
      CloudflareConfig(pack).files,
      ConfigIndex(pack).files,
      EnvoyConfig(pack).files,
      FastlyConfig(pack).files,
      GoogleCloudConfig(pack).files,
      HAProxyConfig(pack).files,
      IISConfig(pack).files,
      KubernetesConfig(pack).files,
      LighttpdConfig(pack).files,
      NginxConfig(pack).files,
      PageServiceConfig(pack).files,
      TraefikConfig(pack).files,
      VarnishConfig(pack).files,
    ]
    return files.flatMap { $0 }.sorted { $0.path < $1.path }
  }

  /// The files of one proxy's folder.
  static func files(_ proxy: String, _ texts: [(name: String, text: String)]) -> [OutputFile] {
    texts.map { OutputFile(path: "\(folder)/\(proxy)/\($0.name)", text: $0.text) }
  }
}
