import Diagnostics
import Foundation
import LiveUpstreams
import ProxyConfig
import TestSupport
import Trace

/// Runs random cases on one real Caddy and notes where the simulation disagrees.
struct CaddyJudge {
  private let release: CaddyRelease
  private let caddy: RealCaddy
  private let upstreams: FakeUpstreams
  private let root: URL
  private let recorder: Recorder?
  var allowsUnknown = false
  private(set) var misses: [String] = []
  let proofs = ProofTally()
  private var compared = 0
  private var refused = 0
  private var unknown = 0
  private var late = 0
  private var unstarted = 0

  /// - Parameter recording: the name under which random cases are recorded, if they are to be.
  init?(_ release: CaddyRelease, _ executable: String, recording: String? = nil) {
    guard
      let caddy = RealCaddy(
        executable, environment: { RandomCaddyfile.environment(root: Self.root($0).path) })
    else { return nil }
    self.release = release
    self.caddy = caddy
    upstreams = FakeUpstreams(
      [
        .refused, .refused, .timeout, .closed, .garbage, .none, .status(503), .status(502), .status(404), .status(500),
        .status(302), .status(204),
      ].map { $0 == .none ? .status(200) : $0 })
    root = Self.root(caddy.adminPort)
    let shared = Self.recording(release, upstreams)
    recorder = recording.flatMap { Recorder($0, shared) }
    makePages()
  }

  private static func root(_ adminPort: Int) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("caddy-pages-\(adminPort)")
  }

  /// The files every random case has, below its root.
  static let files = [
    "pages/502.html": "<h1>page 502</h1> with enough text in it", "pages/503.html": "<h1>page 503</h1>",
    "pages/504.html": "<h1>page 504</h1>",
    "pages/404.html": "<h1>page 404</h1>", "pages/error.html": "<h1>some error</h1>",
    "pages/page.html": "page of pages",
    "site/index.html": "the index", "site/page.html": "a page of the site", "site/file.txt": "a text",
    "site/sub/index.html": "sub index",
    "site/sub/page.html": "sub page", "site/a": "file a", "site/error.html": "site error",
    "pages/index.txt": "index text",
    "imports/errors.caddy": "handle_errors {\n\trespond \"imported {err.status_code}\"\n}\n",
    "imports/empty.caddy": " \n",
    "imports/one.part": "header X-Part one\n", "imports/two.part": "header /a* X-Two two\n",
    "imports/arguments.caddy": "header X-Args {args.0}\nheader X-New {args[0]}\n",
  ]

  private func makePages() {
    for (name, text) in Self.files {
      let url = root.appendingPathComponent(name)
      try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? text.write(to: url, atomically: true, encoding: .utf8)
    }
  }

  func stop() {
    do { try recorder?.write() } catch { print("cannot write the recording: \(error)") }
    caddy.stop()
    try? FileManager.default.removeItem(at: root)
  }

  var summary: String {
    "Caddy \(release.rawValue): \(compared) answers compared, \(misses.count) misses, \(unknown) of them unknown, \(late) right when asked again; "
      + "\(refused) files refused by both, \(unstarted) accepted but not started by both"
  }

  func shown(_ count: Int) -> String { misses.prefix(count).joined(separator: "\n\n=====\n") }

  var adminPort: Int { caddy.adminPort }

  private func writer(_ seed: UInt64) -> RandomCaddyfile {
    RandomCaddyfile(
      seed: seed &* 1_000_003 &+ (release == .release26 ? 7 : 11), isModern: release == .release211, root: root.path,
      adminPort: caddy.adminPort, upstreams: upstreams.ports)
  }

  func randomText(_ seed: UInt64) -> String {
    var writer = writer(seed)
    return writer.text(.init(http: 18_080, https: 18_443))
  }

  /// - Parameter isSituation: whether the file is put together from whole situations.
  mutating func runCase(_ seed: UInt64, isSituation: Bool = false) throws {
    var writer = writer(seed)
    let ports = RandomCaddyfile.Ports(http: try LoopbackPorts.one(), https: try LoopbackPorts.one())
    let text = isSituation ? writer.situationText(ports) : writer.text(ports)
    var requests: [Request] = []
    for _ in 0..<(Self.requests ?? (isSituation ? 8 : 4)) { requests.append(writer.request()) }
    let name = "\(isSituation ? "situation" : "seed") \(seed)"
    let answers = judge(name, text, requests)
    recorder?.add(Self.recorded(name, text, answers), in: root.path)
  }

  /// How many requests each case gets.
  private static let requests = Int(CaddyDifferentialTests.environment["CADDY_REQUESTS"] ?? "")

  /// Hands a text to the real Caddy; what is wrong with it. A port that another test has at the moment is waited for.
  private func load(_ text: String, isJSON: Bool) -> String? {
    var problem = caddy.load(text, isJSON: isJSON)
    for _ in 0..<20 where problem?.contains("address already in use") == true {
      Thread.sleep(forTimeInterval: 0.5)
      problem = caddy.load(text, isJSON: isJSON)
    }
    return problem
  }

  /// Whether the real Caddy takes a text, and starts with it; then whether it answers the requests as we say.
  ///
  /// - Returns: the requests that it answered, with its answers.
  @discardableResult
  mutating func judge(
    _ name: String, _ text: String, isJSON: Bool = false, _ requests: [Request]
  ) -> [(Request, RealCaddy.Answer)] {
    let config = CaddyReader.read(
      Source(name: "\(caddy.directory)/\(isJSON ? "caddy.json" : "Caddyfile")", text: text), files: DiskFiles(),
      release: release, environment: RandomCaddyfile.environment(root: root.path))
    guard isJSON || judgeReading(name, text, config) else { return [] }
    if let problem = load(text, isJSON: isJSON) {
      if config.startFailure == nil, config.refusal == nil {
        miss(name, text, "load fails: \(problem)")
      } else {
        unstarted += 1
      }
      return []
    }
    if let failure = config.startFailure ?? config.refusal {
      // After a refusal whose answer was lost, Caddy 2.6 takes the same text for one that it has loaded.
      if let port = requests.first?.port, !Sockets.isListening(port) {
        unstarted += 1
        return []
      }
      miss(name, text, "Caddy starts, we say it does not: \(failure.message)")
      return []
    }
    let tracer = CaddyTracer(config, files: DiskFiles(), workingDirectory: caddy.directory)
    let proof = ProofTally.isOn ? LiveProof(tracer) : nil
    return requests.compactMap { request in compare(name, text, tracer, request, proof).map { (request, $0) } }
  }

  /// Whether `caddy adapt` takes a text; false when there is nothing more to compare.
  private mutating func judgeReading(_ name: String, _ text: String, _ config: CaddyConfig) -> Bool {
    let (adapted, problem) = caddy.adapt(text)
    guard (adapted != nil) == config.isAccepted else {
      miss(
        name, text,
        "adapt: Caddy \(adapted == nil ? "refuses: \(problem)" : "accepts"), we \(config.isAccepted ? "accept" : "refuse: \(config.refusal?.message ?? "")")"
      )
      return false
    }
    if adapted == nil { refused += 1 }
    return adapted != nil
  }

  /// The same for a text alone.
  mutating func judgeReading(_ name: String, _ text: String) {
    let config = CaddyReader.read(
      Source(name: "\(caddy.directory)/Caddyfile", text: text), files: DiskFiles(), release: release,
      environment: RandomCaddyfile.environment(root: root.path))
    compared += 1
    _ = judgeReading(name, text, config)
  }

  /// A port where an upstream fails in this way; nil when there is none.
  func port(for failure: Failure) -> Int? {
    upstreams.ports.first { $0.failure == (failure == .none ? .status(200) : failure) }?.port
  }

  private mutating func compare(
    _ name: String, _ text: String, _ tracer: CaddyTracer, _ request: Request, _ proof: LiveProof?
  ) -> RealCaddy.Answer? {
    // What nothing listens on says nothing about Caddy.
    guard tracer.config.servers.contains(where: { $0.listens.contains { $0.covers(request.port) } }) else { return nil }
    var failures = Failures(everywhere: .refused)
    for (failure, port) in upstreams.ports { failures.byAddress["127.0.0.1:\(port)"] = failure }
    let expected = tracer.trace(request, failures: failures)
    compared += 1
    var answer = ask(request, expecting: expected)
    var problem: String?
    if case .unknown(let reason) = expected.certainty {
      if allowsUnknown || Self.unknowable.contains(where: reason.hasPrefix) { return answer }
      problem = "unknown: \(reason)"
      unknown += 1
    } else {
      problem = difference(expected, answer, request)
      // Upstreams are given 300 ms. On a busy machine one that answers may come late: a simulation that is wrong is
      // wrong each time.
      for _ in 0..<2 where problem != nil {
        answer = ask(request, expecting: expected)
        problem = difference(expected, answer, request)
        if problem == nil { late += 1 }
      }
    }
    guard let problem else {
      if let proof { proofs.note(proof.judge(request, expected, failures), of: text) }
      return answer
    }
    let story = expected.steps.map { "  " + $0.text }.joined(separator: "\n")
    miss(
      name, text,
      "\(request.method) \(request.target) \(request.headers.map { "\($0.name)=\($0.value)" })\n\(problem)\n"
        + "expected \(expected.status) \(expected.body)\n\(story)\n"
        + "really \(answer.status) \(answer.headers)\n\(String(decoding: answer.body.prefix(300), as: UTF8.self))")
    return answer
  }

  private func ask(_ request: Request, expecting expected: Outcome) -> RealCaddy.Answer {
    let headers = request.headers.filter { $0.name != "Host" }.map { ($0.name, $0.value) }
    return request.scheme == .https
      ? RealCaddy.encryptedRequest(request, headers: headers, isPatient: expected.status != 0)
      : RealCaddy.request(
        request.port, request.method, request.target.string, headers: headers, host: request.header("Host") ?? "",
        body: String(repeating: "x", count: request.bodyLength))
  }

  /// What depends on the other side's own words, or on the disk's own ways.
  private static let unknowable = [
    "the text of a transport error", "the text of a connection error", "the size of a directory",
    "the text of a path error", "when the directory", "the answer keeps the upstream's Content-Length",
    "whether the upstream's answer has the header",
  ]

  private mutating func miss(_ name: String, _ text: String, _ what: String) {
    misses.append("\(name)\n\(text)\n\(what)")
  }
}
