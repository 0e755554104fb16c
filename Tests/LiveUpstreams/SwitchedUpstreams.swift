import Foundation
import TestSupport
public import Trace

/// Upstreams that all fail in the same way, which a test changes while they run. Each names its port in its body.
public final class SwitchedUpstreams: @unchecked Sendable {
  public private(set) var ports: [Int] = []
  private let lock = NSLock()
  private var current = Failure.none
  private var sockets: [ListeningSocket] = []

  /// What goes wrong from now on.
  public var failure: Failure {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }

  public init(count: Int) throws {
    for _ in 0..<count {
      let port = try LoopbackPorts.one()
      sockets.append(
        try ListeningSocket(port: port) { [weak self] connection in
          let failure = self?.failure ?? .closed
          FakeUpstreams.serve(connection, failure, as: "upstream \(port)")
          guard failure == .timeout else { return }
          // Longer than any proxy waits here.
          sleep(2)
          close(connection)
        })
      ports.append(port)
    }
  }
}
