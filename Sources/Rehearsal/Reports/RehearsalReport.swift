public import Escaping
import Trace

/// What a rehearsal has shown.
public struct RehearsalReport: Sendable {
  public let config: String
  /// The kind of proxy, its program and the release that it tells.
  public let proxy: String
  public let binary: String
  public let release: String?
  /// The release that predictions are for; nil where none makes a difference.
  public let predictedAs: String?
  public let rows: [RehearsedRow]
  /// What was made up, left out or shortened, a sentence each.
  public let made: [String]

  /// Rows that came back as a trace says, and those that no trace can tell.
  public var agreeing: Int { rows.count(where: \.agrees) }
  public var predicted: Int { rows.count { $0.predicted != nil } }
  public var bare: [RehearsedRow] { rows.filter(\.isBare) }
  /// Everything came back as predicted, and branded.
  public var isFine: Bool { agreeing == rows.count && bare.isEmpty && !rows.isEmpty }
}

extension RehearsalReport {
  /// The object that `interlude rehearse --format json` prints.
  public var json: JSON {
    .object([
      .init("config", .string(config)),
      .init("proxy", .string(proxy)), .init("binary", .string(binary)),
      .init("release", release.map(JSON.string) ?? .null),
      .init("predictedAs", predictedAs.map(JSON.string) ?? .null),
      .init("rows", .array(rows.map(\.json))),
      .init("agree", .int(agreeing)), .init("of", .int(rows.count)),
      .init("made", .array(made.map(JSON.string))),
    ])
  }
}

extension RehearsedRow {
  fileprivate var json: JSON {
    .object([
      .init("place", .string(title)),
      .init("caller", .string(caller.rawValue)),
      .init("request", .string(line)),
      .init("headers", .members(of: question.request.headers.map { .init($0.name, $0.value) })),
      .init("failure", .string(trouble.name)),
      .init(
        "seen",
        .object([
          .init("status", .int(seen.status)), .init("body", .string(body.kind)), .init("path", path(of: body)),
          .init("headers", .members(of: seen.headers.map { .init($0.name, $0.value) })),
          .init("seconds", .double((seen.seconds * 1000).rounded() / 1000)),
        ])),
      .init("predicted", predicted?.json ?? .null),
      .init("agrees", .bool(agrees)),
      .init("difference", difference.map(JSON.string) ?? .null),
      .init("bare", .bool(isBare)),
    ])
  }

  private func path(of body: SeenBody) -> JSON {
    if case .file(let path) = body { .string(path) } else { .null }
  }

  /// `GET http://host/path`.
  var line: String { question.request.line }
}
