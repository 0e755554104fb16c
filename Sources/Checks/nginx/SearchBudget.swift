import ProxyConfig

/// How long a check may look for requests: in proportion to the configuration.
///
/// The ways to combine answers to what its conditions ask grow faster than any configuration; what a try costs grows with
/// the instructions it runs through. Both are counted, so that the same configuration ends the search at the same place on every machine.
struct SearchBudget: Sendable {
  private let base: Int
  private let model: NginxModel

  /// Instructions that any configuration is good for, and those each of its own lines adds.
  private static let whole = 110_000
  private static let perLine = 8

  init(_ model: NginxModel) {
    self.model = model
    base = Self.whole / max(1, model.servers.count)
  }

  /// What it costs to send a request to a server: nothing where its instructions are as few as they usually are.
  func cost(of server: NginxServer) -> Int {
    max(0, model.scope(server.scope).script.reduce(0) { $0 + $1.size } - 50)
  }

  /// What one server may spend.
  func share(of server: NginxServer) -> Share {
    var lines = 0
    func count(_ id: Int) {
      let scope = model.scope(id)
      lines += 1 + scope.settings.count + scope.script.reduce(0) { $0 + $1.size }
      for child in scope.plainLocations + scope.regexLocations + scope.namedLocations.values { count(child) }
    }
    count(server.scope)
    return Share(left: base + lines * Self.perLine)
  }

  struct Share: Sendable {
    fileprivate(set) var left: Int
    private(set) var tries = 0

    fileprivate init(left: Int) { self.left = left }

    /// Pays for a try; false when there is nothing left to pay with.
    mutating func allows(_ cost: Int) -> Bool {
      guard left > 0, left >= cost else { return false }
      left -= cost
      tries += 1
      return true
    }
  }
}

extension NginxStatement {
  /// How many instructions it is, those inside counted.
  var size: Int {
    if case .condition(_, _, let body) = action { return body.reduce(1) { $0 + $1.size } }
    return 1
  }
}
