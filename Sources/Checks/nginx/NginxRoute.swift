public import Diagnostics
public import ProxyConfig
public import Trace

/// A location that passes requests on, with a request that certainly gets there.
///
/// A class, because every visit and every call of a page has one.
public final class NginxRoute: Pass {
  public let server: NginxServer
  /// The scope that asks the upstream.
  public let location: Int
  /// Who sends it, and has come as far as the upstream already.
  let visitor: NginxVisitor
  /// What gets there, a plain visitor's GET.
  public var question: Question { visitor.question }
  /// The peers asked.
  public let peers: [String]
  /// The peers of the auth service asked on the way; empty when there is none.
  public let authPeers: [String]
  /// The location of the auth service.
  public let authLocation: Int?

  /// The directive that passes requests on, or the location itself.
  public let place: Place
  public let site: String
  public let title: String

  init(
    _ model: NginxModel, server: NginxServer, location: Int, visitor: NginxVisitor, peers: [String],
    authPeers: [String], authLocation: Int?
  ) {
    (self.server, self.location, self.visitor) = (server, location, visitor)
    (self.peers, self.authPeers, self.authLocation) = (peers, authPeers, authLocation)
    let directive = model.pass(in: location)?.directive ?? model.scope(location).directive
    place = directive?.place ?? model.tree.main.place(0..<0)
    let host = server.firstName.string
    site = host.isEmpty ? "(no name)" : host
    // An `if` alone does not say where it stands.
    title = model.chain(from: location).first { $0.name != nil }?.title ?? model.scope(location).title
  }
}

/// A visit to a location of nginx's.
public typealias NginxVisit = Visit<NginxRoute>

extension Outcome.Step {
  /// The scope that asks an upstream in this step.
  var askedFrom: Int? {
    if case .asked = event { scope } else { nil }
  }

  var isAuthAsked: Bool {
    if case .authAsked = event { true } else { false }
  }
}

extension Outcome {
  /// The steps of the request itself, those of auth subrequests left out.
  public var ownSteps: [Step] {
    guard steps.contains(where: { $0.isAuthAsked }) else { return steps }
    var depth = 0
    return steps.filter { step in
      if step.isAuthAsked { depth += 1 }
      if case .authEnded = step.event {
        depth -= 1
        return true
      }
      return depth == 0
    }
  }

  /// The first upstream asked for the visitor.
  var firstUpstream: (location: Int, peers: [String])? {
    for step in ownSteps {
      if case .asked(let peers) = step.event, let location = step.scope { return (location, peers) }
    }
    return nil
  }

  /// An `error_page` was followed before anybody was asked.
  var asksAfterError: Bool {
    for step in ownSteps {
      if step.isErrorPage { return true }
      if case .asked = step.event { return false }
    }
    return false
  }

  /// The first upstream asked whether the visitor may pass.
  var authUpstream: (location: Int, peers: [String])? {
    var isInside = false
    for step in steps {
      switch step.event {
      case .authAsked: isInside = true
      case .authEnded: isInside = false
      case .asked(let peers): if isInside, let location = step.scope { return (location, peers) }
      default: break
      }
    }
    return nil
  }
}
