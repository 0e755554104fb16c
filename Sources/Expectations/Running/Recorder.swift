public import Checks
import Diagnostics
import Escaping
import ProxyConfig
import Trace

/// Writes a first file of expectations from what a configuration does today: one test for each place that asks an upstream
/// and each way it can fail, in the order of the configuration.
public struct Recorder {
  private let config: TracedConfig
  private let places: AskingPlaces
  private var names: Set<String> = []

  public init(_ config: TracedConfig, _ project: any LoadedProxy) {
    self.config = config
    places = AskingPlaces(project)
  }

  /// - Parameters:
  ///   - path: the configuration, seen from the file that is written.
  ///   - settings: further lines for the head of the file, as `proxy: haproxy`.
  public mutating func file(config path: String, settings: [(name: String, values: [String])]) -> String {
    var lines = [
      "# What visitors get while an upstream fails: one test for each place that asks one and each way it can fail.",
      "# Written by interlude test --record from what the configuration does today, bare pages and all: read it through,",
      "# correct what should be otherwise, and keep it beside the configuration.",
      "config: " + YAMLText.scalar(path, isInFlow: false),
    ]
    for setting in settings {
      let values = setting.values.map { YAMLText.scalar($0, isInFlow: true) }
      let isList = setting.name == "map" || setting.name == "env"
      lines.append("\(setting.name): " + (isList ? "[\(values.joined(separator: ", "))]" : values[0]))
    }
    lines.append("tests:")
    for one in places.all {
      let line = LineIndex(one.place.source).lineNumber(at: one.place.range.lowerBound)
      lines.append("  # " + YAMLText.comment("\(one.title) (\(one.place.source.name):\(line))"))
      for visit in one.visits { lines += test(visit, of: one) }
    }
    if places.unreached > 0 {
      lines.append("  # \(places.unreached) more: no request was found that gets there; add tests for them by hand.")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether there is anything to record.
  public var isEmpty: Bool { places.all.isEmpty }

  private mutating func test(_ visit: AskingPlaces.Followed, of one: AskingPlaces.One) -> [String] {
    let question = simplest(visit)
    let outcome = config.tracer.trace(question)
    let subject = visit.isAuth ? "the service that says who may pass" : "the upstream"
    var name = "\(one.title): \(subject) \(visit.failure.story)"
    var number = 2
    while !names.insert(name).inserted {
      name = "\(one.title): \(subject) \(visit.failure.story) (\(number))"
      number += 1
    }
    if case .unknown(let reason) = outcome.certainty {
      return ["  # not recorded, \(YAMLText.comment(name)): it depends on \(YAMLText.comment(reason))"]
    }
    var lines = [
      "  - name: " + YAMLText.scalar(name, isInFlow: false),
      "    request: " + YAMLText.scalar(question.line, isInFlow: false),
    ]
    lines += Self.visitor(question)
    let words = question.values("--failure")
    let failures = words.map { YAMLText.scalar($0, isInFlow: words.count > 1) }
    if failures.count == 1 { lines.append("    failure: " + failures[0]) }
    if failures.count > 1 { lines.append("    failure: [\(failures.joined(separator: ", "))]") }
    lines.append("    expect: {" + Self.expectations(outcome).joined(separator: ", ") + "}")
    return lines
  }

  /// The same for every upstream, where that makes no difference.
  private func simplest(_ visit: AskingPlaces.Followed) -> Question {
    let simple = visit.question.facing(Failures(everywhere: visit.failure))
    let (one, other) = (config.tracer.trace(visit.question), config.tracer.trace(simple))
    let isSame =
      one.looksLike(other) && one.certainty == other.certainty && one.wait == other.wait
      && one.askedPeers == other.askedPeers && one.headers == other.headers
    return isSame ? simple : visit.question
  }

  /// What is special about the visitor, from the arguments of `interlude trace`.
  private static func visitor(_ question: Question) -> [String] {
    let values = question.values
    func table(_ name: String, _ option: String, _ separator: Character) -> [String] {
      let pairs = values(option).map { text -> String in
        let parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let value = String(parts[1].drop { $0 == " " })
        return "\(YAMLText.scalar(parts[0], isInFlow: true)): \(YAMLText.scalar(value, isInFlow: true))"
      }
      return pairs.isEmpty ? [] : ["    \(name): {\(pairs.joined(separator: ", "))}"]
    }
    var lines = table("headers", "--header", ":")
    let without = values("--without-header")
    if !without.isEmpty { lines.append("    without-headers: [\(without.joined(separator: ", "))]") }
    if let length = values("--body-length").first { lines.append("    body-length: \(length)") }
    if let client = values("--client").first { lines.append("    client: \(YAMLText.scalar(client, isInFlow: false))") }
    if let certificate = values("--certificate").first { lines.append("    certificate: \(certificate)") }
    if let password = values("--password").first { lines.append("    password: \(password)") }
    if let cache = values("--cache").first { lines.append("    cache: \(cache)") }
    return lines + table("variables", "--variable", "=")
  }

  /// Headers that matter to a page: how long it may be kept, what it is, when to come back.
  private static let headers = ["content-type", "cache-control", "retry-after"]

  private static func expectations(_ outcome: Outcome) -> [String] {
    var parts = ["status: \(outcome.status)"]
    if case .file(let path) = outcome.body {
      parts.append("page: " + YAMLText.scalar(path, isInFlow: true))
    } else {
      parts.append("body: \(outcome.body.kind)")
    }
    if let location = outcome.location { parts.append("location: " + YAMLText.scalar(location, isInFlow: true)) }
    let fields = headers.compactMap { name -> String? in
      let values = outcome.headers.filter { $0.name == name }.map(\.value).joined(separator: ", ")
      return values.isEmpty || outcome.body == .upstream ? nil : "\(name): \(YAMLText.scalar(values, isInFlow: true))"
    }
    if !fields.isEmpty { parts.append("header: {\(fields.joined(separator: ", "))}") }
    if case .seconds(let seconds) = outcome.wait, seconds > 0 {
      // A second for everything but the waiting.
      parts.append("within: \(Seconds.written(seconds.rounded(.up) + 1))")
    }
    return parts
  }
}

extension Question {
  /// What the arguments of `interlude trace` say behind an option.
  fileprivate func values(_ option: String) -> [String] {
    let words = arguments
    return words.indices.dropLast().filter { words[$0] == option }.map { words[$0 + 1] }
  }

  /// `GET http://host:port/path`.
  fileprivate var line: String { values("--request").first ?? "" }
}
