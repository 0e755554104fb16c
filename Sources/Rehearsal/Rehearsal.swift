import CSandbox
import Checks
import Diagnostics
import Expectations
import Foundation
import ProxyConfig
import Trace

/// A configuration run on its own proxy: every place that asks an upstream, everything that can go wrong there, every
/// caller. It happens in a ``Sandbox``, of which it takes possession.
public final class Rehearsal {
  let options: Options
  let files: SandboxFiles
  let upstreams: Upstreams
  let server: RunningServer
  private let places: AskingPlaces?
  private var repairs: Repairs
  private var notes: [String] = []
  private(set) var passwords = Passwords()
  private(set) var routes: [Route] = []
  /// The configuration for predictions, with the files as they are inside.
  private(set) var traced: TracedConfig?
  /// Where each port is served.
  private let addresses = Box<[Int: String]>([:])

  public init(_ options: Options) {
    self.options = options
    places = options.read.map { AskingPlaces($0.project) }
    files = SandboxFiles(keeping: [options.config] + options.mappings.map(\.to))
    repairs = Repairs(files)
    let names = Names()
    files.replace("/etc/hosts", Array("127.0.0.1 localhost\n::1 localhost ip6-localhost\n".utf8))
    files.replace("/etc/resolv.conf", Array("nameserver 127.0.0.1\noptions timeout:1 attempts:1\n".utf8))
    names.serve()
    for mapping in options.mappings where !files.show(mapping.to, at: mapping.from) {
      notes.append("\(mapping.from) could not be shown here")
    }
    let addresses = places?.peers ?? AddressesInText.all(in: options.config)
    upstreams = Upstreams(addresses, names, files, tooBigHeader: options.program.headerLimit + 1)
    notes += upstreams.missing
    server = RunningServer(
      options.binary, options.program, config: options.config, prefix: options.prefix,
      isQuick: options.isQuick)
  }

  /// Starts the server.
  public func begin() throws(Obstacle) {
    routes = plannedRoutes(places)
    if places != nil, routes.isEmpty {
      throw Obstacle(message: "nothing in \(options.config) asks an upstream; name requests with --request")
    }
    makeUpFiles()
    Certificates.names.change { names in
      names.formUnion(upstreams.addresses.map { String($0.prefix { $0 != ":" }) })
      names.formUnion(routes.map { $0.question.request.header("host") ?? $0.question.request.host })
    }
    changeCopies()
    if options.isQuick, !options.program.quickStart.isEmpty {
      notes.append("shortened the default limits: \(options.program.quickStart.joined(separator: " "))")
    }
    routes = lockedOnes(of: routes)
    for question in routes.map(\.question) { ownAddresses(question.request) }
    try start(at: ports(routes.map(\.question)))
    if routes.isEmpty { routes = try guessed() }
  }

  /// Asks everything, and ends the server.
  ///
  /// - Parameter progress: is told what is being asked.
  public func run(_ progress: (String) -> Void) -> RehearsalReport {
    let rows = FailureRun(self, ports: ports(routes.map(\.question))).rows(routes, progress)
    server.stop()
    if SecureUpstream.wasAsked.value {
      notes.append(
        "upstreams that are asked over TLS show a certificate made up for the rehearsal, which the proxy is made to trust"
      )
    }
    if routes.contains(where: \.isLocked), let user = passwords.users.first {
      notes.append("where a password is asked for, \(user) has one; without it the answer is the caller \"stranger\"'s")
    }
    return RehearsalReport(
      config: options.config, proxy: options.program.kind, binary: options.binary, release: options.release,
      predictedAs: options.predictedAs, rows: rows, made: notes + repairs.made)
  }

  /// Puts something in the place of files whose whole folder is not on this machine, and which a trace takes to be there:
  /// pages, and scripts that a configuration looks for before it asks an upstream. A file that is missing from a folder
  /// that is here stays missing. Predictions are then made of the files that the proxy sees, too.
  private func makeUpFiles() {
    guard let read = options.read else { return }
    let (config, files) = read.traced([])
    for route in routes {
      for (trouble, failing) in route.troubles {
        _ = config.tracer.trace(route.question.facing(trouble.traced ?? .none, at: failing))
      }
    }
    let looked = files.asked.filter { (try? read.project.machineFiles.status(of: $0))?.kind == .file }
    let wanted = looked.union(files.read.filter(MadeUpFile.canReplace))
    var made: Set<String> = []
    for path in wanted.sorted() where path.hasPrefix("/") && access(path, F_OK) != 0 && read.project.isElsewhere(path) {
      guard self.files.add(path, MadeUpFile.bytes(for: path)) else { continue }
      made.insert(PathText.parent(path))
      notes.append("\(path): made up, as its folder is not on this machine")
    }
    traced = made.isEmpty ? config : read.traced(made.sorted()).config
  }

  /// Ends the server.
  public func end() { server.stop() }

  /// The same places, with what a stranger meets there.
  private func lockedOnes(of routes: [Route]) -> [Route] {
    guard passwords.header != nil, let tracer = traced?.tracer else { return routes }
    return routes.map { route in
      var (route, open, locked) = (route, route.question, route.question)
      open.circumstances.hasRightPassword = true
      locked.circumstances.hasRightPassword = false
      route.isLocked = tracer.trace(locked).status == 401 && tracer.trace(open).status != 401
      return route
    }
  }

  func ports(_ questions: [Question]) -> Set<Int> { Set(questions.map(\.request.port)) }

  /// Where a connection for a request goes to, as of the server that is running.
  func address(for request: Request) -> String {
    var host = request.host
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    if Sockets.withAddress(host, 0, { _, _ in 0 }) != nil { return host }
    return addresses.change { known in
      if let address = known[request.port] { return address }
      let address = Listeners.address(forPort: request.port)
      known[request.port] = address
      return address
    }
  }

  /// Addresses that requests go to and come from are this network's.
  func ownAddresses(_ request: Request) {
    for address in [request.host, request.client ?? ""] where !address.hasPrefix("127.") && address != "::1" {
      _ = sandbox_own(address)
    }
  }

  /// The directives that hold for every server of nginx's; nil where the configuration could not be read.
  private var writtenForAll: Set<String>? {
    guard let directives = traced?.tree.directives else { return nil }
    return Set((directives + (directives.first { $0.name == "http" }?.block ?? [])).map(\.name))
  }

  /// Whether the copy that is played remembers no failed upstream.
  var forgetsPeers: Bool { options.isQuick && options.program.kind == "nginx" }

  /// The configuration's files, as they are seen here.
  private var texts: [(name: String, bytes: [UInt8])] {
    Set(traced?.tree.sources.map(\.name) ?? [options.config]).sorted().compactMap { name in
      FileManager.default.contents(atPath: name).map { (name, Array($0)) }
    }
  }

  /// Shows copies in the place of files that cannot be used as they are, or that would take too long.
  private func changeCopies() {
    let texts = texts
    let all = texts.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
    Certificates.names.change { $0.formUnion(Trust.names(in: all)) }
    addOurOwn(all)
    for (name, original) in texts {
      var bytes = original
      if let known = passwords.applied(to: bytes) {
        bytes = known.bytes
        notes.append("\(name): put a known password into \(Self.lines(known.lines))")
      }
      if !Sandbox.hasEveryUser, let fewer = ShortLimits.without(options.program.privileged, in: bytes) {
        bytes = fewer.bytes
        notes.append("\(name): left out \(Self.lines(fewer.lines)), which only root could follow")
      }
      if options.isQuick, let short = ShortLimits.applied(to: bytes) {
        bytes = short.bytes
        notes.append("\(name): shortened the limits in \(Self.lines(short.lines))")
      }
      if forgetsPeers, let other = ShortLimits.forgetting(bytes) {
        bytes = other.bytes
        notes.append("\(name): max_fails=0 in \(Self.lines(other.lines)), so that no earlier failure is remembered")
      }
      if options.isQuick, name == options.config,
        let more = ShortLimits.added(to: bytes, all: all, written: writtenForAll)
      {
        bytes = more.bytes
        notes.append("\(name): shortened the default limits: \(more.what)")
      }
      if bytes != original { files.replace(name, bytes) }
    }
  }

  /// Adds our certificate to those that are trusted, and a user of ours to those who have a password.
  private func addOurOwn(_ text: String) {
    let folder = PathText.parent(FileManager.default.currentDirectory(joining: options.config))
    for path in Trust.files(in: text) {
      guard let old = FileManager.default.contents(atPath: path), let pair = Certificates.pair else { continue }
      if files.replace(path, Array(old) + [10] + pair.certificate) {
        notes.append("\(path): added the certificate of the stand-in upstreams")
      }
    }
    for (path, line) in passwords.files(in: text) {
      let path = PathText.join(folder, path)
      let old = FileManager.default.contents(atPath: path).map { Array($0) } ?? []
      if files.replace(path, old + [10] + Array(line.utf8)) {
        notes.append("\(path): added a user with a known password")
      }
    }
  }

  /// Serves the configuration as the program itself puts it into JSON, changed so that it can be played here.
  private func serveAdapted() {
    guard let json = server.adapted(), let playable = AdaptedConfig.playable(json) else { return }
    let path = SandboxFiles.scratch + "/adapted.json"
    guard files.add(path, Array(playable.json)) else { return }
    server.serve(path, isAdapted: true)
    if routes.contains(where: { $0.question.request.scheme == .https }) {
      notes.append("certificates are signed by the proxy itself, as no authority can be asked for them here")
    }
    if playable.hadHealthChecks {
      notes.append("active health checks are left out: each upstream is asked as if nothing had failed before")
    }
  }

  private static func lines(_ numbers: [Int]) -> String {
    "line\(numbers.count == 1 ? "" : "s") " + numbers.map(String.init).joined(separator: ", ")
  }

  /// Starts the server, making up what it refuses to start without.
  private func start(at ports: Set<Int>) throws(Obstacle) {
    var isWrapped = false
    let text = texts.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
    for _ in 0..<40 {
      serveAdapted()
      if server.start(ports) { return }
      let output = server.output
      if server.isRunning { return }
      let config = FileManager.default.currentDirectory(joining: options.config)
      if !isWrapped, let wrapper = options.program.wrapper, wrapper.complaints.contains(where: output.contains),
        let around = wrapper.whole(config, text, ports)
      {
        isWrapped = true
        let path = SandboxFiles.scratch + "/whole.conf"
        var whole = Array(around.utf8)
        if options.isQuick, let more = ShortLimits.added(to: whole, all: text, written: writtenForAll) {
          whole = more.bytes
          notes.append("shortened the default limits: \(more.what)")
        }
        guard files.add(path, whole) else { break }
        server.serve(path)
        notes.append("what is around \(options.config): \(wrapper.name)")
        continue
      }
      if repairs.repair(output) { continue }
      if server.tryFallback() { continue }
      throw Obstacle(message: "the proxy does not start with \(options.config)", output: output)
    }
    throw Obstacle(message: "the proxy does not start with \(options.config)", output: server.output)
  }
}
