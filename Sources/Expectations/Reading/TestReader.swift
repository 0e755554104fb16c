import Content
import Diagnostics
import ProxyConfig
import Trace

/// Reads one test of a file of expectations.
struct TestReader {
  let record: Record

  static let words = ["refused", "timeout", "closed", "garbage", "too-big-header", "no-live-upstream", "none"]

  /// Nil when it has no name or no request that could be sent; that has been reported.
  func test(into report: inout Report) -> ExpectedAnswer? {
    let expectations = expectations(into: &report)
    var failures = Failures()
    let peers = addFailures(to: &failures, into: &report)
    let client = client(into: &report)
    guard let name = record.located("name"), let line = record.located("request"),
      var question = question(line, into: &report)?.facing(failures)
    else { return nil }
    if let client { question.request.client = client }
    if let certificate = record.text("certificate").flatMap(Request.Certificate.init) {
      question.request.certificate = certificate
    }
    if let password = record.text("password") { question.circumstances.hasRightPassword = password == "right" }
    if let cache = record.text("cache") { question.circumstances.cache = Circumstances.Cache(rawValue: cache) }
    let variables = record.record("variables")
    for key in variables?.keys ?? [] {
      if let value = variables?.text(key.value) { question.circumstances.variables[key.value] = ByteText(value) }
    }
    return ExpectedAnswer(name: name, question: question, failingPeers: peers, expectations: expectations)
  }

  private func client(into report: inout Report) -> String? {
    guard let client = record.located("client") else { return nil }
    if AddressRange.bytes(client.value) == nil {
      report.add(
        Diagnostic(
          "bad-client", "`client` is not an address: \(client.value)", at: client.place,
          help: "write an IPv4 or IPv6 address, such as 203.0.113.7"))
    }
    return client.value
  }

  /// A plain visitor's, but for what is said.
  private func question(_ line: Located<String>, into report: inout Report) -> Question? {
    let fields = record.record("headers")
    let headers = (fields?.keys ?? []).compactMap { key in
      fields?.text(key.value).map { Request.Header(key.value, $0) }
    }
    guard let request = Request(line.value, headers: headers, bodyLength: record.integer("body-length") ?? 0) else {
      report.add(
        Diagnostic(
          "bad-request", "`request` is not of the form METHOD http://host:port/path", at: line.place,
          help: line.value.contains("://")
            ? "write the method first: GET \(line.value)" : "write the whole address: GET https://shop.example/cart"))
      return nil
    }
    let unsent = Set(record.texts("without-headers").map { $0.value.lowercased() })
    return Question.plainVisitor(request).sending { $0.headers.removeAll { unsent.contains($0.name.lowercased()) } }
  }

  private func addFailures(to failures: inout Failures, into report: inout Report) -> [Located<String>] {
    var peers: [Located<String>] = []
    var general: Place?
    for failure in record.oneOrMore("failure") {
      guard failures.add(failure.value) else {
        report.add(unknownFailure(failure))
        continue
      }
      if let equals = failure.value.lastIndex(of: "=") {
        peers.append(Located(value: String(failure.value[..<equals]), place: failure.place))
      } else if let general {
        report.add(
          Diagnostic(
            "second-failure", "`failure` says twice what is wrong with every upstream", at: failure.place,
            help: "name an upstream before one of them: app:8080=\(failure.value)",
            related: [.init("the first time", at: general)]))
      } else {
        general = failure.place
      }
    }
    return peers
  }

  private func unknownFailure(_ failure: Located<String>) -> Diagnostic {
    let equals = failure.value.lastIndex(of: "=")
    let word = equals.map { String(failure.value[failure.value.index(after: $0)...]) } ?? failure.value
    let near = NearestName.of(word, among: Self.words).map { "did you mean `\($0)`?" }
    return Diagnostic(
      "unknown-failure", "`failure` is nothing that can go wrong: \(word)", at: failure.place,
      help: near ?? "there are: \(Self.words.joined(separator: ", ")) and status:NNN, also as app:8080=refused")
  }

  private func expectations(into report: inout Report) -> [Expectation] {
    guard let expect = record.record("expect") else { return [] }
    var all: [Expectation] = []
    func add(_ what: Expectation.What?, _ name: String) {
      guard let what, let place = expect.place(of: name) else { return }
      all.append(Expectation(what: what, place: place))
    }
    add(expect.integer("status").map { .status($0) }, "status")
    add(expect.text("body").map { .body($0) }, "body")
    add(expect.text("page").map { .page($0) }, "page")
    add(expect.text("location").map { .location($0) }, "location")
    add(expect.text("upstream").map { .upstream($0) }, "upstream")
    let fields = expect.record("header")
    for key in fields?.keys ?? [] {
      guard let value = fields?.text(key.value) else { continue }
      all.append(
        Expectation(
          what: .header(key.value.lowercased(), value), place: fields?.place(of: key.value) ?? key.place))
    }
    if let within = expect.located("within") {
      if let seconds = Seconds.read(within.value) {
        all.append(Expectation(what: .within(seconds), place: within.place))
      } else {
        report.add(
          Diagnostic(
            "bad-time", "`within` is not a time: \(within.value)", at: within.place,
            help: "write a number with its unit: 500ms, 31s or 2m"))
      }
    }
    if expect.isEmpty {
      report.add(
        Diagnostic(
          "nothing-expected", "`expect` expects nothing, so the test could not fail", at: expect.place,
          help: "write at least the status: expect: {status: 502}"))
    }
    if let page = expect.place(of: "page"), let body = expect.text("body"), body != "file" {
      report.add(
        Diagnostic(
          "contradiction", "`page` means that a file is sent, and `body` says \(body)", at: page,
          help: "leave out one of them"))
    }
    return all
  }
}

/// Times as a file of expectations writes them.
enum Seconds {
  /// `500ms`, `31s`, `2m`; nil for anything else.
  static func read(_ text: String) -> Double? {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let number = Double(digits), number.isFinite else { return nil }
    return switch text.dropFirst(digits.count).drop(while: { $0 == " " }) {
    case "ms": number / 1000
    case "s": number
    case "m": number * 60
    default: nil
    }
  }

  /// `60s`, `1.5s`, `500ms`.
  static func written(_ seconds: Double) -> String {
    if seconds > 0, seconds < 1 { return "\(Int((seconds * 1000).rounded()))ms" }
    let tenths = (seconds * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))s" : "\(tenths)s"
  }
}
