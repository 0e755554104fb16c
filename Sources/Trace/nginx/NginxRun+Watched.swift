import Diagnostics
import ProxyConfig

/// What is asked of a request as a whole table where all requests are followed at once; see ``TextWatch``.
extension NginxRun {
  /// A question that is made once.
  func watchedQuestion(_ name: String, _ make: () -> TextQuestion) -> TextQuestion {
    // Two configurations may be followed at once.
    decider.watch?.question(named: "\(ObjectIdentifier(world.machine)) \(name)", make) ?? make()
  }

  /// What an upstream does that is asked here; nil where that is told with the request.
  func watchedFailure(of group: NginxPeerGroup, _ module: NginxHandler.Module) -> Failure? {
    guard decider.watch?.choosesFailures == true else { return nil }
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
    guard let watch = decider.watch, !(listen?.isLoopback ?? false) else { return nil }
    let input = watch.input("client")
    input.note(
      watchedQuestion("clients") {
        let addresses = watch.words["client"] ?? []
        return TextQuestion(addresses.map { [.equals($0)] })
      })
    return input.string
  }

  /// What stands at a path that is made of the request: of all the files below the folder it begins with, which one.
  func lookWatched(_ path: ByteText, opening: Bool, isOptional: Bool) -> OpenResult {
    let plain = path.unwatched
    guard let table = WatchedFiles.table(below: path.constantStart, of: self, opening: opening) else {
      _ = path.bytes
      return look(plain, opening: opening, isOptional: isOptional)
    }
    path.note(watchedQuestion("files \(table.folder) \(opening)") { TextQuestion(table.cases) })
    return look(plain, opening: opening, isOptional: isOptional)
  }
}

extension Decider {
  /// Whether the visitor knows the password, where that is up to a watch.
  var knowsPassword: Bool {
    guard let watch else { return false }
    let isKnown = watch.choose(2, at: "password", because: "whether the password is known", isUnknowable: false) == 0
    hasPassword = isKnown
    return isKnown
  }
}
