import Synchronization
import Testing

@testable import LinkCheck

@Suite("Asking for many addresses")
struct LinkSurveyTests {
  /// Other sites as a test has them: what each address answers, one after another, the last for ever.
  private final class Sites: Sendable {
    struct State {
      var answers: [String: [Answer]]
      var asked: [String] = []
      var busy: [String: Int] = [:]
      var crowd = 0
    }
    let state: Mutex<State>

    init(_ answers: [String: [Answer]]) { state = Mutex(State(answers: answers)) }

    var asked: [String] { state.withLock(\.asked) }
    /// The most questions that one host had at the same time.
    var crowd: Int { state.withLock(\.crowd) }

    func survey(hosts: Int = 16) -> LinkSurvey {
      var survey = LinkSurvey { address, method in
        let host = String(address.split(separator: "/")[1])
        let answer = self.state.withLock { state in
          state.asked.append("\(method) \(address)")
          state.busy[host, default: 0] += 1
          state.crowd = max(state.crowd, state.busy[host] ?? 0)
          let next = state.answers[address]?.first ?? .status(200)
          if let left = state.answers[address], left.count > 1 { state.answers[address] = Array(left.dropFirst()) }
          return next
        }
        try? await Task.sleep(for: .milliseconds(2))
        self.state.withLock { $0.busy[host, default: 0] -= 1 }
        return answer
      }
      survey.hosts = hosts
      survey.pause = .zero
      survey.waits = [.zero, .zero]
      survey.longestWait = .zero
      return survey
    }
  }

  @Test("hosts are asked side by side, each one question at a time")
  func polite() async {
    let sites = Sites([:])
    let addresses = Set((0..<60).map { "https://h\($0 % 6).net/\($0)" })
    var steps: [Int] = []
    let answers = await sites.survey(hosts: 4).answers(to: addresses) { steps.append($0) }
    #expect(answers.count == 60 && answers.values.allSatisfy(\.isGood) && steps == Array(1...60))
    #expect(sites.crowd == 1)
  }

  @Test("what may pass is asked again, what is certain is not")
  func retries() async {
    let sites = Sites([
      "https://a.net/late": [.failure(.timeout, ""), .status(503), .status(200)],
      "https://a.net/never": [.status(503)], "https://a.net/busy": [.status(429, retryAfter: 9), .status(200)],
      "https://a.net/gone": [.status(404)],
    ])
    let answers = await sites.survey().answers(
      to: ["https://a.net/late", "https://a.net/never", "https://a.net/busy", "https://a.net/gone"]
    ) { _ in }
    #expect(answers["https://a.net/late"] == .status(200) && answers["https://a.net/busy"] == .status(200))
    #expect(answers["https://a.net/never"] == .status(503) && answers["https://a.net/gone"] == .status(404))
    #expect(sites.asked.count { $0.hasSuffix("/gone") } == 2)
    #expect(sites.asked.count { $0 == "head https://a.net/never" } == 3)
  }

  @Test("a server that does not know HEAD is asked with GET")
  func method() async {
    let sites = Sites(["https://a.net/x": [.status(405), .status(200)]])
    let answers = await sites.survey().answers(to: ["https://a.net/x"]) { _ in }
    #expect(answers["https://a.net/x"] == .status(200))
    #expect(sites.asked == ["head https://a.net/x", "get https://a.net/x"])
  }

  @Test("a host that cannot be reached is asked once and not for each of its pages")
  func host() async {
    let addresses = Set((0..<9).map { "https://nowhere.net/\($0)" })
    let sites = Sites(Dictionary(uniqueKeysWithValues: addresses.map { ($0, [.failure(.unknownHost, "")]) }))
    let answers = await sites.survey().answers(to: addresses) { _ in }
    #expect(answers.count == 9 && Set(answers.values) == [.failure(.unknownHost, "")])
    #expect(sites.asked.count == 1)
  }

  @Test("without curl it ends at once")
  func noCurl() async {
    let addresses = Set((0..<90).map { "https://a.net/\($0)" })
    let sites = Sites(Dictionary(uniqueKeysWithValues: addresses.map { ($0, [.noCurl]) }))
    #expect(await sites.survey().answers(to: addresses) { _ in }.count == 1)
  }
}
