import ArgumentParser
import Checks
import Diagnostics
import Escaping
import ProxyConfig
import Trace

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `interlude trace`: one request, one failure, the answer and how it comes about.
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace", abstract: "Say what a visitor sees when an upstream fails, and why.",
    discussion: """
      FAILURE is one of refused, timeout, closed, garbage, too-big-header, no-live-upstream, status:NNN and none; \
      with ADDRESS:PORT= in front it holds for that upstream only.
      The request has the headers given and no others, besides Host.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }
  enum Certificate: String, ExpressibleByArgument, CaseIterable { case none, good, bad }
  enum Color: String, ExpressibleByArgument, CaseIterable { case auto, always, never }

  @ArgumentParser.Argument(help: "The proxy's main configuration file, or the output of 'nginx -T'.")
  var file: String

  @Option(help: "The request: 'METHOD http://host:port/path'.")
  var request: String

  @Option(help: "A request header: 'Name: value'. May be repeated.")
  var header: [String] = []

  @Option(name: .customLong("body-length"), help: "The number of bytes in the request's body.")
  var bodyLength = 0

  @Option(help: "What is wrong: [ADDRESS:PORT=]FAILURE. May be repeated; without it nothing is.")
  var failure: [String] = []

  @Option(help: "The visitor's address, where the answer may depend on it.")
  var client: String?

  @Option(help: "The visitor's TLS certificate, where one is asked for: none, good or bad.")
  var certificate = Certificate.none

  @Option(help: "The kind of proxy; guessed from the file when absent.")
  var proxy: String?

  @Option(help: "Where relative paths start (what 'nginx -p' takes).")
  var prefix: String?

  @Option(help: "The release of Caddy: 2.6 or 2.11.")
  var release = "2.11"

  @Option(help: "A folder to take for the root of the proxy's machine.")
  var root: String?

  @Option(help: "A folder of the proxy's machine that is elsewhere on this one: FROM=TO. May be repeated.")
  var map: [String] = []

  @Option(help: "text or json.")
  var format = Format.text

  @Option(help: "auto, always or never.")
  var color = Color.auto

  func run() throws {
    guard let traced = request(from: request) else {
      throw ValidationError("--request '\(request)' is not of the form 'METHOD http://host:port/path'.")
    }
    var failures = Failures()
    for text in failure where !failures.add(text) {
      throw ValidationError(
        "--failure '\(text)' is none of refused, timeout, closed, garbage, too-big-header, no-live-upstream, status:NNN, none."
      )
    }
    let loaded = try load()
    let problems = loaded.tree.report.sorted.filter { $0.severity == .error }
    for problem in problems {
      let position = LineIndex(problem.place.source).position(at: problem.place.range.lowerBound)
      warn("\(problem.place.source.name):\(position.line):\(position.column): error: \(problem.message)\n")
    }
    let outcome = loaded.tracer.trace(traced, failures: failures)
    switch format {
    case .json: print(outcome.json.serialized(.indented))
    case .text: print(outcome.text(for: traced, isColored: isColored), terminator: "")
    }
    if !problems.isEmpty { throw ExitCode(2) }
  }

  private func request(from line: String) -> TraceRequest? {
    guard var request = TraceRequest(line, bodyLength: bodyLength) else { return nil }
    for text in header {
      guard let colon = text.firstIndex(of: ":") else { continue }
      let value = text[text.index(after: colon)...].drop { $0 == " " }
      request.headers.append(.init(String(text[..<colon]), String(value)))
    }
    request.client = client
    request.certificate = TraceRequest.Certificate(rawValue: certificate.rawValue) ?? .none
    request.headersAreComplete = true
    return request
  }

  private func load() throws -> LoadedProxy {
    let files = try fileView()
    let path = pathInView(files)
    let kind: ProxyKind
    if let proxy {
      guard let named = ProxyKind(rawValue: proxy) else {
        let near =
          NearestName.of(proxy, among: ProxyKind.allCases.map(\.rawValue)).map { "; did you mean \($0)?" } ?? "."
        throw ValidationError("--proxy '\(proxy)' is not a kind of proxy known here\(near)")
      }
      kind = named
    } else {
      let bytes: [UInt8]
      do { bytes = try files.read(path) } catch {
        warn("error: \(file) \(error.explanation)\n")
        throw ExitCode(2)
      }
      guard let guess = ProxyKind.guess(path: file, bytes: bytes) else {
        throw ValidationError("\(file) does not tell which proxy it is for; say --proxy nginx.")
      }
      kind = guess
    }
    guard let release = CaddyRelease(release) else {
      throw ValidationError(
        "--release '\(release)' is none of \(CaddyRelease.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    let options = Project.Options(files: files, isWholeMachine: root != nil)
    guard
      let loaded = LoadedProxy.load(
        path, kind: kind, files: files, includes: StandIns.includes(of: path, in: options), prefix: prefix,
        release: release)
    else { throw ValidationError("\(kind.rawValue) cannot be traced yet.") }
    for hole in StandIns.holes(in: loaded.tree, options) {
      warn("warning: \(hole.path) is not on this machine and was taken to be empty\n")
    }
    return loaded
  }

  private func fileView() throws -> DiskFiles {
    var mappings: [DiskFiles.Mapping] = []
    for text in map {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw ValidationError("--map '\(text)' is not of the form FROM=TO.")
      }
      mappings.append(.init(from: String(text[..<equals]), to: String(text[text.index(after: equals)...])))
    }
    return DiskFiles(root: root ?? "", mappings: mappings)
  }

  /// The file as the proxy's machine calls it: `--root /r` with `/r/etc/nginx/nginx.conf` means `/etc/nginx/nginx.conf`.
  private func pathInView(_ files: DiskFiles) -> String {
    guard let root else { return file }
    let folder = root.hasSuffix("/") ? String(root.dropLast()) : root
    if file.hasPrefix(folder + "/") { return String(file.dropFirst(folder.count)) }
    return file
  }

  private var isColored: Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: isatty(1) != 0
    }
  }

  private func warn(_ text: String) {
    // A closed standard error is no reason to fail.
    _ = text.withCString { write(2, $0, strlen($0)) }
  }
}
