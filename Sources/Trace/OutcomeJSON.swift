import Diagnostics
public import Escaping
import ProxyConfig

extension Outcome {
  /// The object `trace --format json` prints.
  public var json: JSON {
    .object(
      [
        .init("status", .int(status)),
        .init("body", body.json),
        .init("headers", .members(of: headers)),
        .init("location", location.map { .string($0) } ?? .null),
        .init("steps", .array(steps.map(\.json))),
        .init("asked", .array(asked.map(\.json))),
        .init("certainty", .string(certainty.name)),
      ] + reasonMembers)
  }

  private var reasonMembers: [JSON.Member] {
    if case .unknown(let reason) = certainty { [.init("reason", .string(reason))] } else { [] }
  }

}

extension JSON {
  /// One member a name; the values of a repeated header are joined as RFC 9110, section 5.3, allows.
  public static func members(of headers: [Outcome.Header]) -> JSON {
    var members: [JSON.Member] = []
    for header in headers {
      if let index = members.firstIndex(where: { $0.name == header.name }),
        case .string(let first) = members[index].value
      {
        members[index].value = .string(first + ", " + header.value)
      } else {
        members.append(.init(header.name, .string(header.value)))
      }
    }
    return .object(members)
  }
}

extension Outcome.Certainty {
  public var name: String { self == .exact ? "exact" : "unknown" }
}

extension Outcome.Body {
  /// The name of the kind in JSON.
  public var kind: String {
    switch self {
    case .file: "file"
    case .builtin: "builtin"
    case .upstream: "upstream"
    case .inline: "inline"
    case .redirect: "redirect"
    case .none: "none"
    }
  }

  var json: JSON {
    switch self {
    case .file(let path): ["kind": "file", "path": .string(path)]
    case .inline(let text): ["kind": "inline", "text": .string(text)]
    default: ["kind": .string(kind)]
    }
  }
}

extension Outcome.Asked {
  var json: JSON {
    [
      "address": .string(address), "protocol": .string(wireProtocol.rawValue), "method": .string(method),
      "uri": uri.map { .string($0.string) } ?? .null, "host": host.map { .string($0) } ?? .null,
      "headers": .members(of: headers), "dropped": .array(dropped.map { .string($0) }),
    ]
  }
}

extension Outcome.Step {
  var json: JSON {
    guard let place else { return ["file": nil, "line": nil, "what": .string(text)] }
    return [
      "file": .string(place.source.name),
      "line": .int(LineIndex(place.source).position(at: place.range.lowerBound).line),
      "what": .string(text),
    ]
  }
}
