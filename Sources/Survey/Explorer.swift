public import ProxyConfig
public import Trace

/// Finds every class of requests there is, by following one request after the other and turning each at every point where
/// it might have gone another way (concolic execution, as in SAGE and KLEE).
public struct Explorer {
  private struct Work {
    let request: Solver.Sent
    let script: [Int]
    /// So many notes are known.
    let known: Int
    /// The last of them, as it is to be.
    var turn: TextWatch.Note?
  }

  /// What is done with a request whose parts a watch gives out.
  public typealias Run = (Question, TextWatch) -> Followed?

  private let connection: Request
  private let failing: TextWatch.Failing
  private let exceptions: [Exception]
  private let visitors: [[UInt8]]
  private let run: Run
  /// Of the ways that the first request might have gone another way, which ones are followed: the `part`th of every `of`.
  public var share = (part: 0, of: 1)
  /// More requests are not followed.
  public var most = 200_000

  /// - Parameters:
  ///   - networks: those that visitors may come from, besides all the others.
  ///   - failing: which upstreams fail together.
  ///   - exceptions: requests that are left out.
  public init(
    _ connection: Request, from networks: [AddressRange], failing: TextWatch.Failing = .oneGroup,
    except exceptions: [Exception] = [],
    _ run: @escaping Run
  ) {
    (self.connection, self.failing, self.exceptions, self.run) = (connection, failing, exceptions, run)
    visitors = Visitors.addresses(networks)
  }

  /// - Parameters:
  ///   - languages: may be shared, so that what is worked out for one is known for others.
  ///   - found: is told of every class.
  ///   - undecided: is told of what could not be followed, with the class it is next to.
  public func explore(
    _ languages: Languages, found: (RequestClass) -> Void, undecided: (String, RequestClass) -> Void
  ) {
    let watch = TextWatch(failing: failing)
    watch.limit("client", to: visitors)
    var solver = Solver(languages, watch, exceptions)
    guard let start = solver.universe.start else { return }
    var work = [Work(request: .init(inputs: start, numbers: [:]), script: [], known: 0)]
    var count = 0
    while let next = work.popLast() {
      count += 1
      watch.begin(next.request.inputs, numbers: next.request.numbers, script: next.script)
      var sent = Question.plainVisitor(connection)
      sent.circumstances = Circumstances(Failures(), cache: .empty)
      // What is sent is the watch's to give out, and so is where the visitor comes from.
      (sent.request.headers, sent.request.client) = ([], nil)
      guard let followed = run(sent, watch) else { return }
      let notes = watch.notes
      let isAstray =
        next.turn.map { turn in notes.count < next.known || !notes[next.known - 1].isSame(as: turn) } ?? false
      var request = Universe.request(connection, next.request.inputs, next.request.numbers)
        .asBrowser(knowing: Set(notes.compactMap(\.headerAskedFor)))
      if !followed.circumstances.hasRightPassword, notes.contains(where: \.isPasswordGiven) {
        request.headers.append(.init("Authorization", "Basic dTpw"))
      }
      var circumstances = followed.circumstances
      circumstances.cache = .empty
      let each = RequestClass(
        notes: notes,
        question: Question(request, circumstances, assuming: sent.assumptions), outcome: followed.outcome)
      let isFirst = next.known == 0 && count == 1
      if !isFirst || share.part == 0 { found(each) }
      var ways = 0
      if isAstray { undecided("a request made for one branch took another", each) }
      if count == most {
        undecided("there are more than \(most) classes of requests", each)
        return
      }
      for index in notes.indices.dropFirst(next.known) {
        let turns = notes[index].otherWays
        if case .peek(let origin, _) = notes[index], !isFirst || share.part == 0 {
          undecided("not every value of \(origin.description) was followed", each)
        }
        for turn in turns {
          switch solver.solve(notes[..<index], turn, next.request) {
          case .none: continue
          case .unknown(let reason):
            if !isFirst || share.part == 0 { undecided(reason, each) }
          case .found(let request):
            var script = notes[..<index].compactMap(\.way)
            if let way = turn.way { script.append(way) }
            ways += 1
            if isFirst, ways % share.of != share.part { continue }
            work.append(Work(request: request, script: script, known: index + 1, turn: turn))
          }
        }
      }
    }
  }
}

extension Request {
  /// With what a browser sends besides, as far as nothing depends on it.
  fileprivate func asBrowser(knowing asked: Set<String>) -> Request {
    var request = self
    let given = Set(request.headers.map { $0.name.lowercased() }).union(asked)
    request.headers += Request.browserHeaders.filter { !given.contains($0.name.lowercased()) }
    // An address of the machine itself is reached from there alone.
    let isHere = host.hasPrefix("127.") || host == "localhost"
    request.client = request.client ?? (isHere ? "127.0.0.1" : host == "[::1]" ? "::1" : Request.outsideAddress)
    request.certificate = .good
    return request
  }
}

extension TextWatch.Note {
  /// The same with each of the other answers.
  fileprivate var otherWays: [TextWatch.Note] {
    switch self {
    case .peek: []
    case .above(let name, let limit, let isAbove): [.above(name, limit, !isAbove)]
    case .choice(let key, let ways, let taken, let reason, let isUnknowable):
      (0..<ways).filter { $0 != taken }.map {
        .choice(key: key, ways: ways, taken: $0, because: reason, isUnknowable: isUnknowable)
      }
    case .text(let origin, let question, let taken):
      (0...question.cases.count).filter { $0 != taken }.map { .text(origin, question, taken: $0) }
    }
  }

  fileprivate func isSame(as other: TextWatch.Note) -> Bool {
    switch (self, other) {
    case (.text(let origin, let question, let taken), .text(let same, let asked, let wanted)):
      origin === same && question === asked && taken == wanted
    case (.choice(let key, let ways, let taken, _, _), .choice(let same, let all, let wanted, _, _)):
      key == same && ways == all && taken == wanted
    case (.above(let name, let limit, let isAbove), .above(let same, let wanted, let isOver)):
      name == same && limit == wanted && isAbove == isOver
    default: false
    }
  }

  /// Whether the visitor gives a password; whether it is right is the answer's to say.
  fileprivate var isPasswordGiven: Bool {
    if case .choice("password", _, 0, _, _) = self { true } else { false }
  }

  fileprivate var way: Int? { if case .choice(_, _, let taken, _, _) = self { taken } else { nil } }

  /// The header that something is found out about.
  var headerAskedFor: String? {
    let origin: TextOrigin
    switch self {
    case .text(let asked, _, _): origin = asked
    case .peek(let asked, _): origin = asked
    case .choice, .above: return nil
    }
    return origin.inputs.first { $0.hasPrefix("header ") }.map { String($0.dropFirst(7)) }
  }
}
