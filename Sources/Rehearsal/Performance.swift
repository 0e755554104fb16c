import Checks
import Foundation
import Trace

/// Plays the routes of a configuration, one after the other where it is quick, side by side where it is slow.
struct Performance {
  private let rehearsal: Rehearsal
  private let ports: Set<Int>
  /// An answer that takes longer is waited for together with others.
  private static let slow = 0.3

  init(_ rehearsal: Rehearsal, ports: Set<Int>) {
    (self.rehearsal, self.ports) = (rehearsal, ports)
  }

  private var tracer: (any Tracer)? { rehearsal.setting.read?.config.tracer }

  /// One thing that goes wrong at one place.
  private struct Scene {
    let order: Int
    let route: Rehearsal.Route
    let trouble: Trouble
    let failing: [String]?
    let predicted: Outcome?

    /// The question of whoever sends no password and no certificate.
    var question: Question {
      var question = route.question.sending { request in
        request.headers.removeAll { $0.name.lowercased() == "accept-encoding" }
        request.certificate = .none
      }
      question.circumstances.hasRightPassword = false
      guard let failure = trouble.traced else { return question }
      guard let failing else { return question.facing(Failures(everywhere: failure)) }
      return question.facing(Failures(byAddress: Dictionary(failing.map { ($0, failure) }) { $1 }))
    }
  }

  func rows(_ routes: [Rehearsal.Route], _ progress: (String) -> Void) -> [RehearsedRow] {
    var scenes: [Scene] = []
    for route in routes {
      for (trouble, failing) in route.troubles {
        let scene = Scene(order: scenes.count, route: route, trouble: trouble, failing: failing, predicted: nil)
        let predicted = trouble.traced == nil ? nil : tracer?.trace(scene.question)
        scenes.append(
          Scene(order: scenes.count, route: route, trouble: trouble, failing: failing, predicted: predicted))
      }
    }
    var rows: [(order: Int, rows: [RehearsedRow])] = []
    for scene in scenes where !isSlow(scene) {
      progress("\(scene.route.title), \(scene.trouble.name)")
      rows.append((scene.order, play(scene)))
    }
    for together in groups(scenes.filter(isSlow)) {
      progress("\(together[0].trouble.name), \(together.count) places side by side")
      rows += playTogether(together)
    }
    return rows.sorted { $0.order < $1.order }.flatMap(\.rows)
  }

  private func isSlow(_ scene: Scene) -> Bool {
    switch scene.predicted?.wait {
    case .seconds(let seconds): seconds > Self.slow
    case .endless: true
    case .unknown, nil: scene.trouble == .failure(.timeout)
    }
  }

  /// Scenes that can be played at the same time: the same goes wrong, and it makes no difference if it does everywhere.
  private func groups(_ scenes: [Scene]) -> [[Scene]] {
    var groups: [[Scene]] = []
    for scene in scenes {
      let index = groups.firstIndex { group in
        group[0].trouble == scene.trouble && isEverywhere(scene) && isEverywhere(group[0])
      }
      if let index { groups[index].append(scene) } else { groups.append([scene]) }
    }
    return groups
  }

  private func isEverywhere(_ scene: Scene) -> Bool {
    guard let failure = scene.trouble.traced, scene.failing != nil, let tracer, let predicted = scene.predicted else {
      return scene.failing == nil
    }
    let other = tracer.trace(scene.question.facing(Failures(everywhere: failure)))
    return other.looksLike(predicted) && other.wait == predicted.wait && other.certainty == predicted.certainty
  }

  private func prepare(_ trouble: Trouble, _ failing: [String]?) {
    if let failing {
      let each = Dictionary(failing.map { ($0, trouble) }) { $1 }
      rehearsal.upstreams.behave(each, others: .failure(.none))
    } else {
      rehearsal.upstreams.behave([:], others: trouble)
    }
  }

  /// A server that remembers failures starts anew.
  private func forget(_ scene: Scene, evenForOne: Bool) {
    let hasSeveral = (scene.failing?.count ?? 1) > 1
    guard !rehearsal.server.isRunning || hasSeveral || evenForOne && rehearsal.setting.program.remembers else { return }
    _ = rehearsal.server.start(ports)
  }

  private func play(_ scene: Scene) -> [RehearsedRow] {
    prepare(scene.trouble, scene.failing)
    forget(scene, evenForOne: true)
    var rows: [RehearsedRow] = []
    for caller in Caller.allCases {
      guard let question = caller.asking(scene.question, validators: Self.validators(rows.first?.seen)) else {
        continue
      }
      if !rows.isEmpty { forget(scene, evenForOne: false) }
      rows.append(certain(scene, caller, question, ask(question, patience(scene))))
      // What only takes time is the same for everybody.
      if scene.trouble == .drip { break }
    }
    return rows
  }

  private func playTogether(_ scenes: [Scene]) -> [(order: Int, rows: [RehearsedRow])] {
    prepare(scenes[0].trouble, scenes.count == 1 ? scenes[0].failing : nil)
    if scenes.contains(where: { ($0.failing?.count ?? 1) > 1 }) || rehearsal.setting.program.remembers
      || !rehearsal.server.isRunning
    {
      _ = rehearsal.server.start(ports)
    }
    var asked: [(scene: Scene, caller: Caller, question: Question)] = []
    for scene in scenes {
      // Callers who come second would meet peers that are marked as down.
      let callers: [Caller] = (scene.failing?.count ?? 1) > 1 ? [.browser] : [.browser, .api, .head]
      for caller in callers {
        if let question = caller.asking(scene.question, validators: []) { asked.append((scene, caller, question)) }
      }
    }
    let answers = Box<[Int: Seen]>([:])
    let group = DispatchGroup()
    for (index, (scene, _, question)) in asked.enumerated() {
      group.enter()
      let (address, patience) = (rehearsal.address(for: question.request), patience(scene))
      Thread.detachNewThread {
        let seen = Client.ask(question.request, at: address, upTo: patience)
        answers.change { $0[index] = seen }
        group.leave()
      }
    }
    group.wait()
    let rows = asked.enumerated().map { index, asked in
      (asked.scene.order, certain(asked.scene, asked.caller, asked.question, answers.value[index] ?? Seen()))
    }
    return scenes.map { scene in (scene.order, rows.filter { $0.0 == scene.order }.map(\.1)) }
  }

  private func ask(_ question: Question, _ seconds: Double) -> Seen {
    Client.ask(question.request, at: rehearsal.address(for: question.request), upTo: seconds)
  }

  /// How long an answer is waited for.
  private func patience(_ scene: Scene) -> Double {
    switch scene.predicted?.wait {
    case .seconds(let seconds): (rehearsal.setting.isQuick ? min(seconds, 10) : seconds) + 10
    case .endless: rehearsal.setting.isQuick ? 2 : 10
    case .unknown, nil: rehearsal.setting.isQuick ? 8 : 75
    }
  }

  /// The row of an answer; one that was not expected is asked for again of a server that has just started, with nothing in
  /// its caches: limits that earlier requests have used up say nothing of this one.
  private func certain(_ scene: Scene, _ caller: Caller, _ question: Question, _ seen: Seen) -> RehearsedRow {
    let first = row(scene, caller, question, seen)
    guard !first.agrees else { return first }
    prepare(scene.trouble, scene.failing)
    rehearsal.server.stop()
    rehearsal.stage.forget()
    _ = rehearsal.server.start(ports)
    return row(scene, caller, question, ask(question, patience(scene)))
  }

  private func row(_ scene: Scene, _ caller: Caller, _ question: Question, _ seen: Seen) -> RehearsedRow {
    var predicted = scene.predicted == nil ? nil : tracer?.trace(question)
    if case .unknown = predicted?.certainty { predicted = nil }
    let body = SeenBody(seen, predicted: predicted, prefix: rehearsal.setting.prefix)
    var difference = predicted.flatMap {
      RehearsedRow.difference(seen, body, $0, isHead: question.request.method == "HEAD")
    }
    if let obstacle = seen.obstacle { difference = obstacle }
    return RehearsedRow(
      title: scene.route.title, caller: caller, trouble: scene.trouble, question: question, seen: seen, body: body,
      predicted: predicted, difference: difference)
  }

  /// What a cache that has kept an answer asks with.
  private static func validators(_ seen: Seen?) -> [Request.Header] {
    guard let seen else { return [] }
    var fields: [Request.Header] = []
    if let tag = seen.header("etag") { fields.append(.init("If-None-Match", tag)) }
    if let date = seen.header("last-modified") { fields.append(.init("If-Modified-Since", date)) }
    return fields
  }
}
