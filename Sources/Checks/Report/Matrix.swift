public import Escaping
import ProxyConfig
import Trace

/// What visitors see, location by failure, at a glance.
public struct Matrix: Sendable {
  /// One location and a word for each failure.
  struct Row: Sendable {
    let server: String
    let location: String
    let cells: [String]
  }

  private let failures = Failure.tried
  private let rows: [Row]
  /// Files are missing that may pass requests on.
  private let hasHoles: Bool

  init<Loaded: LoadedProxy>(_ loaded: Loaded) {
    hasHoles = loaded.hasHoles
    rows = zip(loaded.routes, loaded.visitsByRoute).map { route, visits in
      let cells = Failure.tried.map { failure in
        visits.first { $0.manner == .plain && $0.trouble == .upstream(failure) }.map {
          $0.ending == .waits ? "waits" : Self.word(for: $0.outcome)
        } ?? "-"
      }
      return Row(server: route.site, location: route.title, cells: cells)
    }
  }

  /// "502 502.html", "502 bare", "404 upstream", "200 502.html !".
  static func word(for outcome: Outcome) -> String {
    if case .unknown = outcome.certainty { return "?" }
    let body: String
    switch outcome.body {
    case .file(let path): body = PathText.name(path)
    case .builtin: body = "bare"
    case .upstream: body = "app's own"
    case .inline: body = "text"
    case .redirect: body = "redirect"
    case .none: body = "empty"
    }
    return outcome.status == 0 ? outcome.statusText : "\(outcome.statusText) \(body)"
  }

  /// The rows for `check --format json`, as documented by `interlude schema check`.
  public func json(file: String) -> [JSON] {
    rows.map { row in
      let answers = zip(failures, row.cells).map { JSON.Member($0.name, .string($1)) }
      return .object([
        .init("file", .string(file)), .init("server", .string(row.server)), .init("location", .string(row.location)),
        .init("answers", .object(answers)),
      ])
    }
  }

  /// A table for a terminal, and what its words mean.
  public var text: String {
    var servers: [String] = []
    for row in rows where !servers.contains(row.server) { servers.append(row.server) }
    guard !rows.isEmpty else {
      return hasHoles ? "Nothing passes requests on in the files that are here.\n" : "Nothing passes requests on.\n"
    }
    let head = ["location"] + failures.map(\.name)
    var table = ""
    for server in servers {
      let lines = rows.filter { $0.server == server }.map { [$0.location] + $0.cells }
      let widths = head.indices.map { column in ([head] + lines).map { $0[column].count }.max() ?? 0 }
      table += server + "\n"
      for line in [head] + lines {
        let cells = zip(line, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
        table += "  " + cells.joined(separator: "  ").trimmedEnd + "\n"
      }
      table += "\n"
    }
    return table
      + "A file's name is a page of yours; \"bare\" is the proxy's own page; \"?\" depends on what cannot be known.\n"
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var copy = self
    while copy.last == " " { copy.removeLast() }
    return copy
  }
}
