public import Content

/// Writes the ready-to-include configuration of each proxy, from the site's own codes and languages.
public enum ProxySnippets {
  /// Everything below `error-pages/config/`, in a stable order. `pages` are the pack's own files, for the proxies whose
  /// configuration has to contain them.
  public static func build(_ site: Site, pages: [OutputFile]) -> [OutputFile] {
    files(Pack(site, pages: pages))
  }

  static let folder = "error-pages/config"

  static func files(_ pack: Pack) -> [OutputFile] {
    (ConfigTarget.all.flatMap { $0.files(pack) } + ConfigIndex(pack).files).sorted { $0.path < $1.path }
  }

  /// The files of one proxy's folder.
  static func files(_ proxy: String, _ texts: [(name: String, text: String)]) -> [OutputFile] {
    texts.map { OutputFile(path: "\(folder)/\(proxy)/\($0.name)", text: $0.text) }
  }
}
