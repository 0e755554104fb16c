import Diagnostics
import ProxyConfig

/// What is asked of a request as a whole table where all requests are followed at once; see ``TextWatch``.
extension NginxRun {
  /// A question that is made once.
  func watchedQuestion(_ name: String, _ make: () -> TextQuestion) -> TextQuestion {
    decider.watchedQuestion(name, of: world.machine, make)
  }

  /// What an upstream does that is asked here; nil where that is told with the request.
  func watchedFailure(of group: NginxPeerGroup, _ module: NginxHandler.Module) -> Failure? {
    guard decider.watch != nil else { return nil }
    var codes: Set<Int> = []
    if model.flag(module.setting(.interceptErrors), in: scope) {
      codes = Set(model.errorPages(in: scope).map(\.code)).filter { 300...599 ~= $0 }
    }
    if module == .memcached { codes.insert(404) }
    return decider.failure(
      of: group.addresses, named: group.name,
      among: [.refused, .timeout, .closed, .garbage, .tooBigHeader, .noLiveUpstream],
      statuses: codes)
  }

  /// One address out of each part of the network that the configuration tells from others.
  var watchedClient: String? {
    guard let watch = decider.watch, !isHere else { return nil }
    let input = watch.input("client")
    input.note(
      watchedQuestion("clients") {
        let addresses = watch.words["client"] ?? []
        return TextQuestion(addresses.map { [.equals($0)] })
      })
    return input.shown
  }

  /// Whether visitors from everywhere are followed at once.
  var isAnywhere: Bool { decider.watch != nil && !isHere }

  /// Whether the connection can only come from the machine itself.
  var isHere: Bool { listen?.isLoopback ?? false }

  /// Notes where an address leads that is made of the request: to a group of upstreams, or to a server of its own.
  func noteAddress(_ address: ByteText, _ module: NginxHandler.Module) {
    guard address.isWatched else { return }
    let names = Set(model.upstreams.keys).union(world.machine.namedPeers)
    guard names.count <= 200 else {
      _ = address.bytes
      return
    }
    address.authority.note(
      watchedQuestion("addresses \(module)") {
        let scheme = module == .proxy ? "^(?i:https?)://" : "^(?:(?i:https?|grpcs?|s?uwsgi)://)?"
        var cases = [["^(?!\(scheme.dropFirst()))", scheme + "(?:[:/?]|$)"], [scheme + "unix:"]]
        cases += names.sorted().map { [scheme + "(?i:\(TextTest.quoted(ByteText($0))))(?::80|:443)?(?:[/?]|$)"] }
        cases.append([scheme + "[0-9.]+(?::[0-9]*)?(?:[/?]|$)", scheme + "\\["])
        return TextQuestion(cases.map { $0.compactMap { try? .matches(Pattern(ByteText($0))) } })
      })
  }

  /// What stands at a path that is made of the request: of all the files below the folder it begins with, which one.
  func lookWatched(_ path: ByteText, opening: Bool, isOptional: Bool) -> OpenResult {
    noteFiles(path, opening: opening)
    return look(path.unwatched, opening: opening, isOptional: isOptional)
  }

  /// Notes which of the files below the folder that a path begins with it is.
  func noteFiles(_ path: ByteText, opening: Bool) {
    let start = path.certainFolder
    let files = watchedQuestion("files \(ByteText(start).string) \(opening)") {
      watchedFiles(below: start, opening: opening)
    }
    // Below a folder that holds too much, or none that is certain, each path is one by itself.
    if files.cases.isEmpty { _ = path.bytes } else { path.note(files) }
  }
}

extension ByteText {
  /// An address without its path, where it is certain that it has a scheme.
  fileprivate var authority: ByteText {
    let slashes = ByteText("://")
    guard let scheme = ByteText(constantStart).offset(of: slashes) else { return self }
    let start = scheme + slashes.count
    return upTo(start) + from(start).before(UInt8(ascii: "/"))
  }
}

extension NginxRun {
  func watchedFiles(below start: [UInt8], opening: Bool) -> TextQuestion {
    WatchedFiles.question(below: start, in: world.machine.files) { path in
      let found = lookAnew(path, opening: opening)
      let isDirectory = if case .directory = found { true } else { false }
      return (found.name + (isExecutable(path.string) ? ", executable" : ""), isDirectory)
    }
  }

  /// Of what is at a path, `-x` is told as well (`ngx_http_script_file_code`).
  fileprivate func isExecutable(_ path: String) -> Bool {
    ((try? world.machine.files.status(of: path))?.mode ?? 0) & 0o100 != 0
  }
}

extension NginxRun.OpenResult {
  fileprivate var name: String {
    switch self {
    case .file: "file"
    case .directory: "directory"
    case .other: "other"
    case .missing: "missing"
    case .notADirectory: "not a directory"
    case .denied: "denied"
    case .failed: "failed"
    }
  }
}
