import Diagnostics
import ProxyConfig
import Trace

/// Questions several rules ask about Caddy.
extension CaddyProject {
  /// JSON has no lines to put in or take out.
  var isCaddyfile: Bool { !tree.directives.isEmpty }

  /// All the words of the handler at a place.
  func extent(of place: Place) -> Place { handler(at: place)?.handler.extent ?? place }
}

extension Place {
  /// The first of these texts that stands inside the place.
  func narrowed(to texts: [String]) -> Place? {
    let bytes = Array(source.bytes[range])
    for text in texts {
      if let offset = ByteText(bytes).offset(of: ByteText(text)) {
        let start = range.lowerBound + offset
        return source.place(start..<start + text.utf8.count)
      }
    }
    return nil
  }
}

extension CaddyFields {
  /// The fields that a handler before this one gives the answer.
  static func set(before found: CaddyFoundHandler) -> Set<String> {
    var names: Set<String> = []
    for case .headers(_, let response?) in found.before.map(\.kind) {
      for field in response.operations.set + response.operations.add { names.insert(field.name.lowercased.string) }
    }
    return names
  }
}

/// Header fields as handlers change them.
enum CaddyFields {}
