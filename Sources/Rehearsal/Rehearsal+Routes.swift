import Checks
import Expectations
import Trace

extension Rehearsal {
  /// A place to be asked, with the question that gets there.
  struct Route {
    let title: String
    let question: Question
    /// What goes wrong there, and whose failure it is; everybody's when that is not known.
    let troubles: [(trouble: Trouble, failing: [String]?)]
    /// Whether somebody without a password gets no further than that.
    var isLocked = false
  }

  /// What is named to be asked, and every place of the configuration.
  func plannedRoutes(_ places: AskingPlaces?) -> [Route] {
    let asked = options.requests.map { Route(title: $0.request.line, question: $0, troubles: Self.all) }
    return asked + (places.map(Self.routes) ?? [])
  }

  private static func routes(_ places: AskingPlaces) -> [Route] {
    places.all.map { place in
      let known = place.visits.filter { $0.failure != .noLiveUpstream }.map { visit in
        let peers = visit.question.circumstances.failures.byAddress.keys.sorted()
        return (trouble: Trouble.failure(visit.failure), failing: peers.isEmpty ? nil : peers)
      }
      let own = known.first?.failing
      let more: [Trouble] = [.failure(.garbage), .failure(.tooBigHeader), .reset, .drip]
      let question = place.visits.first?.question ?? Question(Request(host: "localhost"))
      return Route(
        title: place.title, question: question.facing(Failures()), troubles: known + more.map { ($0, own) })
    }
  }

  private static let all: [(trouble: Trouble, failing: [String]?)] =
    (Failure.tried + [.garbage, .tooBigHeader]).map { (.failure($0), nil) } + [(.reset, nil), (.drip, nil)]

  /// One request to each port, where nothing is known of the configuration.
  func guessed() throws(Obstacle) -> [Route] {
    let routes = Set(Listeners.all().map(\.port)).sorted().map { port in
      Route(
        title: "port \(port)", question: .plainVisitor(Request(host: "localhost", port: port)), troubles: Self.all)
    }
    guard !routes.isEmpty else {
      throw Obstacle(message: "the proxy listens nowhere; name requests with --request", output: server.output)
    }
    return routes
  }
}
