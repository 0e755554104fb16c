import Checks
import Foundation
import Trace

/// Asks every route of a configuration under every failure, one after the other where it is quick, side by side where it is slow.
struct FailureRun {
  private let rehearsal: Rehearsal
  private let ports: Set<Int>
  /// An answer that takes longer is waited for together with others.
  private static let slow = 0.3

  init(_ rehearsal: Rehearsal, ports: Set<Int>) {
    (self.rehearsal, self.ports) = (rehearsal, ports)
  }

  private var tracer: (any Tracer)? { rehearsal.traced?.tracer }

  /// One thing that goes wrong at one place.
  private struct Trial {
    let order: Int
    let route: Rehearsal.Route
    let trouble: Trouble
    let failing: [String]?
    let predicted: Outcome?
    /// What opens the place, if it asks for a password and one is known.
    let password: Request.Header?

    /// The question of whoever has no certificate, and no password but one that the rehearsal has put there.
    var question: Question {
      var question = route.question.sending { request in
        request.headers.removeAll { $0.name.lowercased() == "accept-encoding" }
        request.certificate = .none
        if let password { request.headers.append(password) }
      }
      question.circumstances.hasRightPassword = password != nil
      guard let failure = trouble.traced else { return question }
      return question.facing(failure, at: failing)
    }
  }

  func rows(_ routes: [Rehearsal.Route], _ progress: (String) -> Void) -> [RehearsedRow] {
    var trials: [Trial] = []
    for route in routes {
      let password = route.isLocked ? rehearsal.passwords.header : nil
      for (trouble, failing) in route.troubles {
        func trial(_ predicted: Outcome?) -> Trial {
          Trial(
            order: trials.count, route: route, trouble: trouble, failing: failing, predicted: predicted,
            password: password)
        }
        let predicted = trouble.traced == nil ? nil : tracer?.trace(trial(nil).question)
        // What the upstream's protocol has no word for cannot be played.
        if case .failure(.status(let status)) = trouble, status != 404,
          predicted?.asked.contains(where: { $0.wireProtocol == .memcached }) == true
        {
          continue
        }
        trials.append(trial(predicted))
      }
    }
    var rows: [(order: Int, rows: [RehearsedRow])] = []
    for trial in trials where !isSlow(trial) {
      progress("\(trial.route.title), \(trial.trouble.name)")
      rows.append((trial.order, ask(trial)))
    }
    for together in groups(trials.filter(isSlow)) {
      progress("\(together[0].trouble.name), \(together.count) places side by side")
      rows += askTogether(together)
    }
    return rows.sorted { $0.order < $1.order }.flatMap(\.rows)
  }

  private func isSlow(_ trial: Trial) -> Bool {
    if trial.trouble == .failure(.refused), rehearsal.options.program.waitsWhenRefused { return true }
    return switch trial.predicted?.wait {
    case .seconds(let seconds): seconds > Self.slow
    case .endless: true
    case .unknown, nil: trial.trouble == .failure(.timeout)
    }
  }

  /// Trials that can be made at the same time: the same goes wrong, and it makes no difference if it does everywhere.
  private func groups(_ trials: [Trial]) -> [[Trial]] {
    var groups: [[Trial]] = []
    for trial in trials {
      let index = groups.firstIndex { group in
        group[0].trouble == trial.trouble && isEverywhere(trial) && isEverywhere(group[0])
      }
      if let index { groups[index].append(trial) } else { groups.append([trial]) }
    }
    return groups
  }

  private func isEverywhere(_ trial: Trial) -> Bool {
    guard let failure = trial.trouble.traced, trial.failing != nil, let tracer, let predicted = trial.predicted else {
      return trial.failing == nil
    }
    let other = tracer.trace(trial.question.facing(Failures(everywhere: failure)))
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
  private func forget(_ trial: Trial, evenForOne: Bool) {
    let hasSeveral = (trial.failing?.count ?? 1) > 1 && !rehearsal.forgetsPeers
    guard !rehearsal.server.isRunning || hasSeveral || evenForOne && rehearsal.options.program.remembers else { return }
    _ = rehearsal.server.start(ports)
  }

  private func ask(_ trial: Trial) -> [RehearsedRow] {
    prepare(trial.trouble, trial.failing)
    forget(trial, evenForOne: true)
    var rows: [RehearsedRow] = []
    for caller in Caller.allCases {
      // Without a password nobody notices what fails.
      if caller == .stranger, trial.password == nil || trial.trouble != .failure(.refused) { continue }
      guard let question = caller.asking(trial.question, validators: Self.validators(rows.first?.seen)) else {
        continue
      }
      if !rows.isEmpty { forget(trial, evenForOne: false) }
      rows.append(certain(trial, caller, question, ask(question, patience(trial))))
      // What only takes time is the same for everybody.
      if trial.trouble == .drip { break }
    }
    return rows
  }

  private func askTogether(_ trials: [Trial]) -> [(order: Int, rows: [RehearsedRow])] {
    prepare(trials[0].trouble, trials.count == 1 ? trials[0].failing : nil)
    func hasSeveral(_ trial: Trial) -> Bool { (trial.failing?.count ?? 1) > 1 && !rehearsal.forgetsPeers }
    if trials.contains(where: hasSeveral) || rehearsal.options.program.remembers
      || !rehearsal.server.isRunning
    {
      // On a busy machine the last one may hold a port a little longer than it lives.
      _ = (0..<3).contains { _ in rehearsal.server.start(ports) }
    }
    var asked: [(trial: Trial, caller: Caller, question: Question)] = []
    for trial in trials {
      // Callers who come second would meet peers that are marked as down.
      var callers: [Caller] = hasSeveral(trial) ? [.browser] : [.browser, .api, .head]
      if trial.password != nil, trial.trouble == .failure(.refused) { callers.append(.stranger) }
      for caller in callers {
        if let question = caller.asking(trial.question, validators: []) { asked.append((trial, caller, question)) }
      }
    }
    let answers = Box<[Int: Seen]>([:])
    let group = DispatchGroup()
    for (index, (trial, _, question)) in asked.enumerated() {
      group.enter()
      let (address, patience) = (rehearsal.address(for: question.request), patience(trial))
      Thread.detachNewThread {
        let seen = Client.ask(question.request, at: address, upTo: patience)
        answers.change { $0[index] = seen }
        group.leave()
      }
    }
    group.wait()
    let rows = asked.enumerated().map { index, asked in
      (asked.trial.order, certain(asked.trial, asked.caller, asked.question, answers.value[index] ?? Seen()))
    }
    return trials.map { trial in (trial.order, rows.filter { $0.0 == trial.order }.map(\.1)) }
  }

  private func ask(_ question: Question, _ seconds: Double) -> Seen {
    Client.ask(question.request, at: rehearsal.address(for: question.request), upTo: seconds)
  }

  /// How long an answer is waited for.
  private func patience(_ trial: Trial) -> Double {
    switch trial.predicted?.wait {
    case .seconds(let seconds): (rehearsal.options.isQuick ? min(seconds, 10) : seconds) + 10
    case .endless: rehearsal.options.isQuick ? 2 : 10
    case .unknown, nil: rehearsal.options.isQuick ? 8 : 75
    }
  }

  /// The row of an answer; one that was not expected is asked for again of a server that has just started, with nothing in
  /// its caches: limits that earlier requests have used up say nothing of this one.
  private func certain(_ trial: Trial, _ caller: Caller, _ question: Question, _ seen: Seen) -> RehearsedRow {
    let first = row(trial, caller, question, seen)
    guard !first.agrees else { return first }
    prepare(trial.trouble, trial.failing)
    rehearsal.server.stop()
    rehearsal.files.forget()
    _ = rehearsal.server.start(ports)
    return row(trial, caller, question, ask(question, patience(trial)))
  }

  private func row(_ trial: Trial, _ caller: Caller, _ question: Question, _ seen: Seen) -> RehearsedRow {
    var predicted = trial.predicted == nil ? nil : tracer?.trace(question)
    if case .unknown = predicted?.certainty { predicted = nil }
    var body = SeenBody(seen, predicted: predicted, prefix: rehearsal.options.prefix)
    var difference = predicted.flatMap {
      RehearsedRow.difference(seen, body, $0, isHead: question.request.method == "HEAD")
    }
    if difference != nil, let noticed = noticed(trial, question) {
      let shown = SeenBody(seen, predicted: noticed, prefix: rehearsal.options.prefix)
      if RehearsedRow.difference(seen, shown, noticed, isHead: question.request.method == "HEAD") == nil {
        (predicted, body, difference) = (noticed, shown, nil)
      }
    }
    if let obstacle = seen.obstacle { difference = obstacle }
    return RehearsedRow(
      title: trial.route.title, caller: caller, trouble: trial.trouble, question: question, seen: seen, body: body,
      predicted: predicted, difference: difference)
  }

  /// What comes back once health checks have noticed the failure, which they do at some moment: every request of a rehearsal fails,
  /// and so do theirs. Nil where a trace says that upstreams are not checked, as a refused connection is met there.
  private func noticed(_ trial: Trial, _ question: Question) -> Outcome? {
    guard rehearsal.options.program.waitsWhenRefused, case .failure = trial.trouble, let tracer,
      tracer.trace(question.facing(.refused, at: trial.failing)).asked.isEmpty
    else { return nil }
    return tracer.trace(question.facing(.noLiveUpstream, at: trial.failing))
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

extension Question {
  /// The same with a failure of these upstreams, or of all.
  func facing(_ failure: Failure, at failing: [String]?) -> Question {
    guard let failing else { return facing(Failures(everywhere: failure)) }
    return facing(Failures(byAddress: Dictionary(failing.map { ($0, failure) }) { $1 }))
  }
}
