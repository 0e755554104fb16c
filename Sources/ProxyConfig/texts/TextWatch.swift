/// Follows one request after the other through a proxy, and remembers what was found out about each on the way.
///
/// One thread uses it.
public final class TextWatch: @unchecked Sendable {
  /// Something the way depends on.
  public enum Note: Sendable {
    /// Which case of a question a text is; one more than there are when it is none of them.
    case text(TextOrigin, TextQuestion, taken: Int)
    /// A way that neither the request nor the configuration decides; a key names what is decided once for a request.
    case choice(key: String?, ways: Int, taken: Int, because: String, isUnknowable: Bool)
    /// Whether a number that is sent is above another.
    case above(String, Int, Bool)
    /// A text was looked at in a way from which nothing follows for others.
    case peek(TextOrigin, [UInt8])
  }

  public private(set) var notes: [Note] = []
  /// The inputs of the request that is on its way.
  public private(set) var inputs: [String: [UInt8]] = [:]
  public private(set) var numbers: [String: Int] = [:]
  /// Everything an input can be, of those that are one of a few words.
  public private(set) var words: [String: [[UInt8]]] = [:]
  private var script: [Int] = []
  private var choices = 0

  private var origins: [TextOrigin.Source: TextOrigin] = [:]
  private var questions: [TextTest: TextQuestion] = [:]
  private var tables: [String: TextQuestion] = [:]
  /// What is known of this request already: a question asked again has the same answer.
  private var known: Set<Asked> = []
  private var settled: [String: Int] = [:]

  private struct Asked: Hashable {
    let origin: Int
    let question: ObjectIdentifier
  }

  /// Which upstreams fail together; all others answer meanwhile.
  public enum Failing: Sendable { case oneGroup, all }

  public let failing: Failing

  public init(failing: Failing = .oneGroup) { self.failing = failing }

  /// Begins anew with another request.
  ///
  /// - Parameter script: the ways to take at the choices to come; the first one where it ends.
  public func begin(_ inputs: [String: [UInt8]], numbers: [String: Int], script: [Int]) {
    (self.inputs, self.numbers, self.script, choices) = (inputs, numbers, script, 0)
    notes.removeAll(keepingCapacity: true)
    known.removeAll(keepingCapacity: true)
    settled.removeAll(keepingCapacity: true)
  }

  /// A part of what is sent; empty where the request does not have it.
  public func input(_ name: String) -> ByteText {
    ByteText(inputs[name] ?? words[name]?.first ?? [], from: origin(.input(name)))
  }

  /// Lets an input be one of these, of which the first is the usual one.
  public func limit(_ name: String, to words: [[UInt8]]) { self.words[name] = words }

  /// A question that is made once.
  public func question(named name: String, _ make: () -> TextQuestion) -> TextQuestion {
    if let known = tables[name] { return known }
    let question = make()
    tables[name] = question
    return question
  }

  public func isAbove(_ name: String, _ limit: Int) -> Bool {
    let answer = (numbers[name] ?? 0) > limit
    notes.append(.above(name, limit, answer))
    return answer
  }

  /// The way to take, 0 to `ways - 1`; a key stands for a question that has the same answer when it comes again.
  public func choose(_ ways: Int, at key: String?, because reason: String, isUnknowable: Bool) -> Int {
    if let key, let way = settled[key] { return way }
    let way = choices < script.count ? min(script[choices], ways - 1) : 0
    choices += 1
    if let key { settled[key] = way }
    notes.append(.choice(key: key, ways: ways, taken: way, because: reason, isUnknowable: isUnknowable))
    return way
  }

  func origin(_ source: TextOrigin.Source) -> TextOrigin {
    if let known = origins[source] { return known }
    let origin = TextOrigin(source, id: origins.count, self)
    origins[source] = origin
    return origin
  }

  func question(_ test: TextTest) -> TextQuestion {
    if let known = questions[test] { return known }
    let question = TextQuestion(test)
    questions[test] = question
    return question
  }

  func note(_ origin: TextOrigin, _ question: TextQuestion, taken: Int) {
    guard known.insert(Asked(origin: origin.id, question: ObjectIdentifier(question))).inserted else { return }
    notes.append(.text(origin, question, taken: taken))
  }

  func peek(_ origin: TextOrigin, _ bytes: [UInt8]) {
    guard known.insert(Asked(origin: origin.id, question: ObjectIdentifier(self))).inserted else { return }
    notes.append(.peek(origin, bytes))
  }
}
