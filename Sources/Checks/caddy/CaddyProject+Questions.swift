import Diagnostics
import ProxyConfig
import Trace

/// Questions several rules ask about Caddy.
extension CaddyProject {
  /// JSON has no lines to put in or take out.
  var isCaddyfile: Bool { !tree.directives.isEmpty }

  /// Visits of a browser that sends nothing special.
  var plainVisits: [CaddyVisit] { visits.filter { $0.manner == .plain } }

  /// Plain visits that can happen: of the codes only those the proxy comes to, or that the error routes name.
  var likelyVisits: [CaddyVisit] { plainVisits.filter(\.canArise) }

  /// Certain visits by the place that a rule points at, in order.
  func byPlace(
    _ visits: [CaddyVisit], _ place: (CaddyVisit) -> Place?
  ) -> [(place: Place, visits: [CaddyVisit])] {
    var groups: [(place: Place, visits: [CaddyVisit])] = []
    for visit in visits {
      guard let place = place(visit) else { continue }
      if let index = groups.firstIndex(where: { $0.place.isSame(as: place) }) {
        groups[index].visits.append(visit)
      } else {
        groups.append((place, [visit]))
      }
    }
    return groups
  }

  /// All the words of the handler at a place.
  func extent(of place: Place) -> Place {
    handlers.first { $0.handler.place?.isSame(as: place) ?? false }?.handler.extent ?? place
  }

  /// The handler at a place.
  func handler(at place: Place?) -> CaddyFoundHandler? {
    guard let place else { return nil }
    return handlers.first { $0.handler.place?.isSame(as: place) ?? false }
  }
}

extension CaddyVisit {
  var canArise: Bool {
    guard case .code(let code) = trouble else { return true }
    let proxy = route.proxied.proxy
    switch code {
    case 502: return true
    case 503: return route.namedCodes.contains(503) || proxy.failDuration > 0 || proxy.hasActiveHealthChecks
    case 504: return proxy.responseHeaderTimeout != nil || proxy.readTimeout != nil || route.namedCodes.contains(504)
    default: return route.namedCodes.contains(code)
    }
  }

  /// The last word on the answer: a file, a text, a redirect, an upstream.
  var decisivePlace: Place? {
    lastPlace { event in
      switch event {
      case .file, .answered, .redirected, .asked, .replaced, .passedOn: true
      default: false
      }
    }
  }

  /// Where the page's path is decided: the `rewrite` or `try_files` before it, else the file server.
  var pagePlace: Place? { decisivePlace }
}

extension [CaddyVisit] {
  /// The codes of the visits, once each: "502 and 504".
  var codes: String { Set(map(\.code)).sorted().listedInWords }
}

extension Place {
  func isSame(as other: Place) -> Bool { range == other.range && source.name == other.source.name }

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
