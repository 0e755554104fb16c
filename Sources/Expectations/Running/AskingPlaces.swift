public import Checks
public import Diagnostics
public import Trace

/// Every place of a configuration that asks an upstream, with what can go wrong there.
public struct AskingPlaces: Sendable {
  public struct One: Sendable {
    /// "shop.example /cart/".
    public let title: String
    public let place: Place
    /// Where a request that gets here is seen to ask.
    let spots: Set<PlaceKey>
    public let visits: [Followed]
  }

  /// A request that gets there and one thing that goes wrong.
  public struct Followed: Sendable {
    public let failure: Failure
    /// The failing one is the service that says who may pass.
    public let isAuth: Bool
    public let question: Question
  }

  public let all: [One]
  /// Every address that is asked anywhere.
  public let peers: Set<String>
  /// Every line that leads to an error page.
  let pageLines: [Place]
  /// Places that ask and for which no request was found.
  let unreached: Int

  public init(_ project: any LoadedProxy) { self = project.unfolded.askingPlaces }

  fileprivate init<Loaded: LoadedProxy>(whole project: Loaded) {
    var peers: Set<String> = []
    all = zip(project.routes, project.visitsByRoute).map { route, visits in
      var spots: Set<PlaceKey> = []
      var followed: [Followed] = []
      for visit in visits {
        for step in visit.outcome.steps {
          guard case .asked(let names) = step.event else { continue }
          peers.formUnion(names)
        }
        if let place = visit.outcome.steps.last(where: { $0.isQuestion })?.place, case .upstream = visit.trouble {
          spots.insert(PlaceKey(place))
        }
        guard visit.isLikely, let (failure, isAuth) = Self.failure(visit.trouble) else { continue }
        followed.append(Followed(failure: failure, isAuth: isAuth, question: visit.question))
      }
      return One(
        title: "\(route.site) \(route.title)", place: route.place, spots: spots.union([PlaceKey(route.place)]),
        visits: followed)
    }
    self.peers = peers
    pageLines = project.pageLines
    unreached = project.unreachedPlaces.count
  }

  private static func failure(_ trouble: Trouble) -> (Failure, isAuth: Bool)? {
    switch trouble {
    case .upstream(let failure): (failure, false)
    case .auth(let failure): (failure, true)
    case .own, .code: nil
    }
  }
}

extension Outcome.Step {
  var isQuestion: Bool {
    if case .asked = event { true } else { false }
  }
}

extension LoadedProxy {
  fileprivate var askingPlaces: AskingPlaces { AskingPlaces(whole: self) }
}
