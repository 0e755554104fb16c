import ProxyConfig

/// Requests that are left out of a comparison because they are meant to be answered differently.
public enum Exception: Sendable, Hashable {
  /// A name, or with `*.` in front everything below it.
  case host(String)
  /// A path and everything that begins with it.
  case path(String)
  case method(String)

  /// Reads `host=old.example`, `path=/legacy/` or `method=PUT`; nil when it is none of them.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "host": self = .host(parts[1].lowercased())
    case "path" where parts[1].hasPrefix("/"): self = .path(parts[1])
    case "method": self = .method(parts[1])
    default: return nil
    }
  }

  func targets(_ languages: Languages) -> Language {
    guard case .path(let path) = self else { return languages.none }
    return languages.sequence(languages.word(path.utf8), languages.all)
  }

  func hosts(_ languages: Languages) -> Language {
    guard case .host(let name) = self else { return languages.none }
    guard name.hasPrefix("*.") else { return languages.word(name.utf8) }
    return languages.sequence(languages.all, languages.word(name.dropFirst().utf8))
  }

  var methods: [String] { if case .method(let name) = self { [name] } else { [] } }
}
