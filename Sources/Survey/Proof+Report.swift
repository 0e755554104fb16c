internal import Diagnostics
public import Escaping
import Trace

extension Proof {
  /// The requests that are spoken of, in words.
  public static let universe = """
    every request with a plain path (nothing percent-encoded, no doubled slashes, no dot segments), any host, query and \
    method (but HEAD, whose answer has no body), any headers, cookies and passwords the configuration reads, any address and length of body; no addresses that another proxy forwards; request line and \
    headers fit the proxy's buffers, no conditional or range requests; one group of upstreams fails at a time, nobody was \
    marked as down before, caches are empty, and modules nobody here knows let the request pass. Rubbish that the proxy passes on as it came is \
    no page of its own
    """

  /// Nothing was found and nothing is open.
  public var holds: Bool { counterexamples.isEmpty && undecided.isEmpty }

  /// The object that `interlude prove --format json` prints.
  public var json: JSON {
    .object([
      .init("universe", .string(Self.universe)),
      .init("classes", .int(classes)), .init("passes", .int(passes.count)), .init("proved", .int(proved)),
      .init("counterexamples", .array(counterexamples.map(\.json))),
      .init("undecided", .array(undecided.map(\.json))),
    ])
  }

  public func text(isColored: Bool) -> String {
    var lines: [String] = []
    let groups = Dictionary(grouping: counterexamples, by: \.group)
    let leaders = counterexamples.filter { groups[$0.group]?.first?.failure == $0.failure }
    for example in leaders.prefix(Self.most) {
      let line = "\(example.spot): \(example.sentence(failing: groups[example.group]?.map(\.failure) ?? []))"
      lines.append(isColored ? "\u{1B}[31m\(TerminalText.harmless(line))\u{1B}[0m" : TerminalText.harmless(line))
      lines.append("  \(TerminalText.harmless(example.command))")
    }
    if leaders.count > Self.most {
      lines.append("and \(leaders.count - Self.most) more; --format json has all of them")
    }
    for open in undecided.prefix(Self.most) {
      lines.append(TerminalText.harmless("\(open.spot): not decided: \(open.reason)"))
    }
    if undecided.count > Self.most {
      lines.append("and \(undecided.count - Self.most) more that are not decided")
    }
    if !lines.isEmpty { lines.append("") }
    lines.append("Looked at: \(Self.universe).")
    let places = "\(passes.count) \(passes.count == 1 ? "place asks" : "places ask") an upstream"
    lines.append("\(places), \(classes) classes of requests: \(verdict)")
    return lines.joined(separator: "\n") + "\n"
  }

  private var verdict: String {
    if holds { return "no visitor meets a bare page when an upstream fails" }
    let open = undecided.isEmpty ? "" : ", \(undecided.count) not decided"
    return "\(proved) proved, \(counterexamples.count) counterexample\(counterexamples.count == 1 ? "" : "s")\(open)"
  }

  private static let most = 20
}

extension Proof.Counterexample {
  fileprivate var json: JSON {
    let position = place.map(Position.init)
    return .object([
      .init("request", .string(question.request.line)),
      .init("headers", .members(of: question.request.headers.map { .init($0.name, $0.value) })),
      .init("failure", .string(failure.name)),
      .init("status", .int(outcome.status)),
      .init("body", .string(outcome.body.kind)),
      .init("wrong", .string(wrong.name)),
      .init("file", position.map { .string($0.file) } ?? .null),
      .init("line", position.map { .int($0.line) } ?? .null),
      .init("command", .string(command)),
    ])
  }

  /// The command that shows it.
  public var command: String {
    ShellText.line(["interlude", "trace", file] + question.arguments)
  }

  fileprivate var spot: String { place.map { Position($0).text } ?? file }

  /// Those that are alike but for how the upstream fails.
  fileprivate struct Group: Hashable {
    let spot: String
    let request: Request
    let wrong: Proof.Wrong
    let status: Int
  }

  fileprivate var group: Group {
    Group(spot: spot, request: question.request, wrong: wrong, status: outcome.status)
  }

  fileprivate func sentence(failing failures: [Failure]) -> String {
    let others = failures.dropFirst().map(\.name).joined(separator: ", ")
    let more = others.isEmpty ? "" : " (also: \(others))"
    let what = "when the upstream \(failure.story)\(more), \(question.request.line)"
    return switch wrong {
    case .bare: "\(what) gets \(outcome.status == 0 ? "nothing that is HTTP" : "a bare \(outcome.status)")"
    case .passes: "\(what) passes, although the service that says who may is failing"
    case .status: "\(what) gets a page with status \(outcome.status)"
    case .cacheable: "\(what) gets an error \(outcome.status) that caches may keep"
    }
  }
}

extension Proof.Open {
  var json: JSON {
    let position = place.map(Position.init)
    return .object([
      .init("file", position.map { .string($0.file) } ?? .null),
      .init("line", position.map { .int($0.line) } ?? .null), .init("reason", .string(reason)),
    ])
  }

  var spot: String { place.map { Position($0).text } ?? "the configuration" }
}

extension Proof.Wrong {
  var name: String {
    switch self {
    case .bare: "bare"
    case .passes: "auth"
    case .status: "status"
    case .cacheable: "cache"
    }
  }
}

/// A place as it is told.
struct Position {
  let file: String
  let line: Int

  init(_ place: Place) {
    file = place.source.name
    line = LineIndex(place.source).position(at: place.range.lowerBound).line
  }

  var text: String { "\(file):\(line)" }
}
