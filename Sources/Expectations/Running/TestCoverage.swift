import Checks
import Diagnostics
import Trace

/// What of a configuration no test exercises.
public struct TestCoverage: Sendable {
  struct Gap: Sendable {
    let title: String
    let place: Place
    /// What can go wrong there and is not tried; empty when no test gets there at all.
    let failures: [Failure]
    let isReached: Bool
  }

  private(set) var gaps: [Gap] = []
  private(set) var places = 0
  private(set) var failures = 0
  private(set) var triedFailures = 0
  /// Lines that lead to an error page and that no test follows.
  private(set) var unusedLines: [Place] = []
  private(set) var pageLines = 0
  let unreached: Int

  init(_ all: AskingPlaces, _ results: [TestResult]) {
    places = all.all.count
    unreached = all.unreached
    for one in all.all {
      var tried: Set<Failure> = []
      var isReached = false
      for result in results {
        for step in result.outcome.steps {
          guard case .asked(let peers) = step.event, let place = step.place, one.spots.contains(PlaceKey(place)) else {
            continue
          }
          isReached = true
          tried.formUnion(peers.map(result.test.question.circumstances.failures.ofPeer))
        }
      }
      // Whoever is marked as down is not asked, so that nobody could see the test get there.
      let wanted = one.visits.filter { !$0.isAuth && $0.failure != .noLiveUpstream }.map(\.failure)
      failures += wanted.count
      triedFailures += wanted.count(where: tried.contains)
      let missing = wanted.filter { !tried.contains($0) }
      if !missing.isEmpty || !isReached {
        gaps.append(Gap(title: one.title, place: one.place, failures: missing, isReached: isReached))
      }
    }
    let followed = Set(results.flatMap { $0.outcome.pageLines.map(PlaceKey.init) })
    pageLines = all.pageLines.count
    unusedLines = all.pageLines.filter { !followed.contains(PlaceKey($0)) }
  }

  var reached: Int { places - gaps.count { !$0.isReached } }
}
