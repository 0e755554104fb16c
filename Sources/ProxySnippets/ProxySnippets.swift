public import Content

/// Writes the ready-to-include configuration of each proxy, from the site's own codes and languages.
public enum ProxySnippets {
  public static func build(_ site: Site) -> [OutputFile] { [] }
}
