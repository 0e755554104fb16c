internal import Diagnostics
public import Escaping
import Trace

extension Comparison {
  /// Everything is answered alike.
  public var isSame: Bool { differences.isEmpty && undecided.isEmpty }

  /// The object that `interlude compare --format json` prints.
  public var json: JSON {
    .object([
      .init("universe", .string(Proof.universe)),
      .init("classes", .int(classes)),
      .init("differences", .array(differences.map(\.json))),
      .init("undecided", .array(undecided.map(\.json))),
    ])
  }

  public func text(isColored: Bool) -> String {
    if isRewritten { return "the same configuration in other words: all requests are answered alike\n" }
    var lines: [String] = []
    for difference in differences.prefix(Self.most) {
      let title = TerminalText.harmless("\(difference.question.request.line)\(difference.meanwhile)")
      lines.append(isColored ? "\u{1B}[1m\(title)\u{1B}[0m" : title)
      let with = difference.with
      if !with.isEmpty { lines.append(TerminalText.harmless("  with \(with.joined(separator: ", "))")) }
      lines.append(TerminalText.harmless("  before: \(difference.old.words)"))
      lines.append(TerminalText.harmless("  after:  \(difference.new.words)"))
    }
    if differences.count > Self.most {
      lines.append("and \(differences.count - Self.most) more; --format json has all of them")
    }
    for open in undecided.prefix(Self.most) {
      lines.append(TerminalText.harmless("\(open.spot): not decided: \(open.reason)"))
    }
    if !lines.isEmpty { lines.append("") }
    let count = differences.count
    let verdict =
      isSame
      ? "all are answered alike"
      : "\(count) \(count == 1 ? "difference" : "differences")"
        + (undecided.isEmpty ? "" : ", \(undecided.count) not decided")
    lines.append("\(classes) classes of requests: \(verdict)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Annotations of a pull request (GitHub's workflow commands).
  public var github: String {
    differences.map { difference in
      let place = (difference.new.place ?? difference.old.place).map(Position.init)
      let at = place.map { "file=\($0.file),line=\($0.line)," } ?? ""
      let message =
        "\(difference.question.request.line)\(difference.meanwhile): before \(difference.old.words), "
        + "after \(difference.new.words)"
      return "::warning \(at)title=answered differently::\(Self.escaped(message))\n"
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static let most = 20
}

extension Comparison.Difference {
  fileprivate var json: JSON {
    .object([
      .init("request", .string(question.request.line)),
      .init("headers", .members(of: question.request.headers.map { .init($0.name, $0.value) })),
      .init("client", question.request.client.map(JSON.string) ?? .null),
      .init("body_length", .int(question.request.bodyLength)),
      .init("failure", .string(failure.name)),
      .init("old", old.json), .init("new", new.json),
      .init(
        "places",
        .array([old.place, new.place].compactMap { $0.map { .string(Position($0).text) } })),
    ])
  }

  fileprivate var meanwhile: String { failure == .none ? "" : ", when every upstream \(failure.story)" }

  /// What a browser somewhere on the internet would not send by itself.
  fileprivate var with: [String] {
    let request = question.request
    var words = request.headers.filter { !Request.browserHeaders.contains($0) }.map { "\($0.name): \($0.value)" }
    if let client = request.client, client != Request.outsideAddress { words.append("the address \(client)") }
    if request.bodyLength > 0 { words.append("a body of \(request.bodyLength) bytes") }
    if !question.circumstances.hasRightPassword { words.append("no password") }
    return words
  }
}

extension Comparison.Side {
  fileprivate var json: JSON {
    .object([
      .init("status", .int(outcome.status)), .init("body", .string(bodyText)),
      .init("location", outcome.location.map(JSON.string) ?? .null),
      .init("upstream", upstream.map { .array($0.map(JSON.string)) } ?? .null),
    ])
  }

  /// The kind of the body, and of a file its path.
  private var bodyText: String { if case .file(let path) = outcome.body { "file:\(path)" } else { outcome.body.kind } }

  fileprivate var words: String {
    let at = place.map { " (\(Position($0).text))" } ?? ""
    let what: String =
      switch outcome.body {
      case .file(let path): "the file \(path)"
      case .builtin: "the proxy's own page"
      case .upstream: "the answer of \((upstream ?? []).joined(separator: ", "))"
      case .inline: "a text of the configuration"
      case .redirect: "a redirect"
      case .none: "no body"
      }
    let target = outcome.location.map { " to \($0)" } ?? ""
    return "\(outcome.status == 0 ? "no status" : String(outcome.status)), \(what)\(target)\(at)"
  }
}
