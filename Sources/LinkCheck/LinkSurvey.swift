internal import Content

/// Asks for many addresses: hosts side by side, the addresses of one host one after another with a pause, so that no server
/// meets more than one question at a time.
public struct LinkSurvey: Sendable {
  public typealias Ask = @Sendable (_ address: String, _ method: Curl.Method) async -> Answer

  /// So many hosts at a time.
  var hosts = 16
  /// Between two questions to one host.
  var pause = Duration.milliseconds(300)
  /// Before a question is put again; a server may ask for longer, up to `longestWait`.
  var waits: [Duration] = [.seconds(2), .seconds(6)]
  var longestWait = Duration.seconds(30)
  let ask: Ask

  public init(ask: @escaping Ask) { self.ask = ask }

  /// - Parameter progress: told how many addresses are done.
  public func answers(
    to addresses: Set<String>, progress: (Int) -> Void
  ) async -> [String: Answer] {
    // Those that take longest first.
    var queues = Dictionary(grouping: addresses.sorted(), by: WebAddress.host).values
      .sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }[...]
    var answers: [String: Answer] = [:]
    await withTaskGroup(of: (rest: ArraySlice<String>, address: String, answer: Answer).self) { group in
      func begin(_ queue: ArraySlice<String>, after answer: Answer?) {
        guard let address = queue.first else { return }
        group.addTask {
          // What cannot be reached at all is not asked once more for each of its pages.
          if let answer, isOfHost(answer) { return (queue.dropFirst(), address, answer) }
          if answer != nil { try? await Task.sleep(for: pause) }
          return (queue.dropFirst(), address, await patiently(address))
        }
      }
      for _ in 0..<hosts { if let queue = queues.popFirst() { begin(queue[...], after: nil) } }
      while let done = await group.next() {
        answers[done.address] = done.answer
        progress(answers.count)
        if done.answer == .noCurl { group.cancelAll(); break }
        if done.rest.isEmpty {
          if let queue = queues.popFirst() { begin(queue[...], after: nil) }
        } else {
          begin(done.rest, after: done.answer)
        }
      }
    }
    return answers
  }

  private func isOfHost(_ answer: Answer) -> Bool {
    switch answer {
    case .failure(.unknownHost, _), .failure(.certificate, _), .failure(.noConnection, _): true
    case .failure, .status, .noCurl: false
    }
  }

  private func patiently(_ address: String) async -> Answer {
    var answer = await once(address)
    for wait in waits where answer.isPassing {
      var time = wait
      if case .status(_, _, let seconds?) = answer { time = max(time, min(.seconds(seconds), longestWait)) }
      try? await Task.sleep(for: time)
      answer = await once(address)
    }
    return answer
  }

  private func once(_ address: String) async -> Answer {
    let answer = await ask(address, .head)
    return answer.isOfMethod ? await ask(address, .get) : answer
  }
}
