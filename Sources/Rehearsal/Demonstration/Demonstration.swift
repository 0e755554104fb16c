import Foundation
import Trace

/// A rehearsal that goes on, for people to look at in a browser: somebody says what fails, and which place is looked at.
public final class Demonstration {
  private let rehearsal: Rehearsal
  private let relay: Relay
  private var place = 0
  private var failing: [String: Trouble] = [:]
  private var trouble = Trouble.failure(.refused)

  /// - Parameter rehearsal: one that has begun; nil where no ``FrontDoor`` was opened.
  public init?(_ rehearsal: Rehearsal) {
    guard let door = FrontDoor.handed else { return nil }
    self.rehearsal = rehearsal
    relay = Relay(rehearsal, Hosts(rehearsal.routes.map(\.question.request), port: door.port))
    apply()
    relay.serve(door.handle)
  }

  /// Does what somebody asks for; false when that is to end it.
  ///
  /// - Parameter tell: is given what to say.
  public func obey(_ command: DemonstrationCommand, _ tell: (String) -> Void) -> Bool {
    switch command {
    case .end: return false
    case .help: tell(help)
    case .fail(let trouble):
      (self.trouble, failing) = (trouble, [:])
      apply()
    case .failOne(let written, let trouble):
      let address = Upstreams.plain(written)
      guard rehearsal.upstreams.addresses.contains(address) else {
        tell("nothing asks \(address); upstreams are \(rehearsal.upstreams.addresses.joined(separator: ", "))")
        return true
      }
      failing[address] = trouble
      apply()
    case .next, .place:
      if case .place(let number) = command { place = number - 1 } else { place += 1 }
      guard !rehearsal.routes.isEmpty else { return true }
      place = (place % rehearsal.routes.count + rehearsal.routes.count) % rehearsal.routes.count
      relay.hosts.change { $0.look(at: rehearsal.routes[place].question.request) }
    }
    if command != .help { tell(state) }
    return true
  }

  /// The proxy starts anew, as one that remembers an earlier failure would show that one.
  private func apply() {
    relay.gate.withLock {
      rehearsal.upstreams.behave(failing, others: trouble)
      _ = rehearsal.server.start(rehearsal.ports(rehearsal.routes.map(\.question)))
    }
  }

  /// "refused  http://127.0.0.1:4080/  shop.example location /".
  public var state: String {
    let single = failing.sorted { $0.key < $1.key }.map { ", \($0.key)=\($0.value.name)" }.joined()
    let title = rehearsal.routes.indices.contains(place) ? rehearsal.routes[place].title : ""
    return "\(trouble.name)\(single)  \(relay.hosts.value.addresses.short)  \(title)"
  }

  public var help: String {
    let keys = DemonstrationCommand.keys.map { "\($0.key) \($0.word)" }.joined(separator: "  ")
    var lines = [
      "What fails: \(keys)", "Other keys: TAB next place  h help  q end",
      "Without a terminal these are lines; so are status:NUMBER, ADDRESS=FAILURE and place NUMBER.",
      "http://127.0.0.1:\(relay.hosts.value.port) is the place looked at; "
        + "http://HOST.localhost:\(relay.hosts.value.port) every host of the configuration.",
    ]
    for (index, route) in rehearsal.routes.enumerated() {
      var hosts = relay.hosts.value
      hosts.look(at: route.question.request)
      lines.append("  \(index + 1)  \(hosts.addresses.named)  \(route.title)")
    }
    return lines.joined(separator: "\n")
  }
}
