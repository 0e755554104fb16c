import ProxyConfig
import Trace

/// The new side of a request that both sides were asked, and what of it each shows.
struct AnswerPair {
  let newest: Outcome
  private let shown: (old: [TextOrigin?]?, new: [TextOrigin?]?)
  private let connection: Request
  private let watch: TextWatch
  private let languages: Languages
  private let exceptions: [Exception]

  init(
    newest: Outcome, shown: (old: [TextOrigin?]?, new: [TextOrigin?]?), _ connection: Request, _ watch: TextWatch,
    _ languages: Languages, _ exceptions: [Exception]
  ) {
    (self.newest, self.shown, self.connection, self.watch) = (newest, shown, connection, watch)
    (self.languages, self.exceptions) = (languages, exceptions)
  }

  /// What two texts that are the same for one request may differ in for others of its class.
  enum Difference {
    /// Nothing: both show the same parts of the request.
    case none
    /// Not told.
    case untold
    /// Different parts, with requests to which these are others.
    case parts([Question])
  }

  func difference(in each: RequestClass) -> Difference {
    guard let old = shown.old, let new = shown.new else { return .untold }
    if areSame(old, new) { return .none }
    var solver = Solver(languages, watch, exceptions)
    var fixed: Set<Int> = []
    var examples: [Question] = []
    let sent = Solver.Sent(inputs: watch.inputs, numbers: watch.numbers)
    for case let origin? in old + new where !fixed.contains(origin.id) {
      let now = TextQuestion([[.equals(origin.value { sent.inputs[$0] ?? [] })]])
      switch solver.solve(each.notes[...], .text(origin, now, taken: 1), sent) {
      case .none: fixed.insert(origin.id)
      case .found(let other):
        let request = Universe.request(connection, other.inputs, other.numbers)
        examples.append(each.question.sending { $0 = request })
      case .unknown: break
      }
    }
    // What is the same in the whole class counts as words of the configuration.
    func parts(_ list: [TextOrigin?]) -> [TextOrigin?] { list.filter { $0.map { !fixed.contains($0.id) } ?? true } }
    return areSame(parts(old), parts(new)) ? .none : .parts(examples)
  }

  private func areSame(_ old: [TextOrigin?], _ new: [TextOrigin?]) -> Bool {
    old.elementsEqual(new) { one, other in one.map { $0 === other } ?? false }
  }
}
