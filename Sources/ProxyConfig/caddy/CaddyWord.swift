public import Diagnostics

/// A word of a Caddyfile's directive, or a text of a JSON configuration, and where it belongs.
public struct CaddyWord: Sendable {
  /// The text Caddy reads, shorthands such as `{err.status_code}` as they are written.
  public let text: ByteText
  public let place: Place
  /// The directive it is an argument of; in JSON the handler or, outside of one, the name of the member.
  public let directive: String
  /// Whether it stands inside `handle_errors`, or inside `errors` in JSON.
  public let isForErrors: Bool
}

extension CaddyConfig {
  /// Every word of the configuration in its order, for questions about how things are written.
  public var words: [CaddyWord] {
    tree.directives.isEmpty ? jsonWords : caddyfileWords
  }

  private var caddyfileWords: [CaddyWord] {
    var all: [CaddyWord] = []
    tree.walk { directive, around in
      // The outermost directives are the sites themselves.
      guard !around.isEmpty else { return }
      let isForErrors = around.contains { $0.name == "handle_errors" }
      all += directive.words.dropFirst().map {
        CaddyWord(text: $0.bytes, place: $0.place, directive: directive.name, isForErrors: isForErrors)
      }
      // The name may itself be a text, as in `map`.
      if let name = directive.words.first, name.bytes.contains("{") {
        all.append(
          CaddyWord(text: name.bytes, place: name.place, directive: around.last?.name ?? "", isForErrors: isForErrors))
      }
    }
    return all
  }

  private var jsonWords: [CaddyWord] {
    guard let source = tree.sources.first, let json = try? CaddyJSON.parse(source.bytes, from: source.textStart) else {
      return []
    }
    var all: [CaddyWord] = []
    func walk(_ json: CaddyJSON, _ owner: String, _ isForErrors: Bool) {
      switch json.kind {
      case .text(let text):
        all.append(
          CaddyWord(text: text, place: source.place(json.range), directive: owner, isForErrors: isForErrors))
      case .list(let values): for value in values { walk(value, owner, isForErrors) }
      case .object(let members):
        let handler = json["handler"]?.text?.string
        for member in members where member.name != "handler" {
          walk(member.value, handler ?? member.name.string, isForErrors || member.name == "errors")
        }
      default: break
      }
    }
    walk(json, "", false)
    return all
  }
}

extension Source {
  /// Where the text begins, behind a byte order mark.
  var textStart: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}
