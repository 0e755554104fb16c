import Foundation
import LiveUpstreams
import ProxyConfig
import Survey
import TestSupport
import Testing
import Trace

/// Two configurations on the real nginx beside what `compare` says of them: one change that requests show is found, and what
/// only looks different is not.
///
/// Off unless `INTERLUDE_SERVERS=1`. `INTERLUDE_CASES` sets how many differences are to be shown, and how many rewritings
/// there are (12; `all` for a thousand), `INTERLUDE_SEED` repeats a run, `INTERLUDE_TURN` takes one pair alone.
@Suite struct ComparedConfigurationTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let wanted = environment["INTERLUDE_CASES"].flatMap { $0 == "all" ? 1000 : Int($0) } ?? 12
  private static let seed = environment["INTERLUDE_SEED"].flatMap { UInt64($0) } ?? 700

  @Test(.enabled(if: AgreementTests.isOn, "set INTERLUDE_SERVERS=1"), arguments: [true, false])
  func pairs(_ areChanged: Bool) throws {
    let score = Score()
    let only = Int(Self.environment["INTERLUDE_TURN"] ?? "")
    let turns = Turns(only.map { $0..<($0 + 1) } ?? 0..<(Self.wanted * 20))
    let base = NSTemporaryDirectory() + "nginx-compared-\(getpid())-\(areChanged)"
    defer { if Self.environment["INTERLUDE_KEEP"] == nil { try? FileManager.default.removeItem(atPath: base) } }
    let wanted = Self.wanted
    let seed = Self.seed
    let group = DispatchGroup()
    for _ in 0..<2 {
      let upstreams = try SwitchedUpstreams(count: 6)
      let dead = try refusingPort()
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        while score.shown < wanted, let turn = turns.next() {
          let random = SeededRandom(seed: seed &* 1_000_003 &+ UInt64(turn) &* 2 &+ (areChanged ? 1 : 0))
          var pair = ComparedPair(
            random: random, directory: "\(base)/\(turn)", upstreams: upstreams, dead: dead, areChanged: areChanged)
          pair.judge(turn, into: score)
          try? FileManager.default.removeItem(atPath: "\(base)/\(turn)")
        }
      }
    }
    group.wait()
    print("\(areChanged ? "one change" : "rewritten"): \(score.summary)")
    #expect(only != nil || score.shown >= wanted)
    if areChanged {
      #expect(score.missed.count * 100 <= score.shown, "\(score.missed.joined(separator: "\n"))")
    } else {
      #expect(score.missed.isEmpty, "\(score.missed.joined(separator: "\n"))")
    }
    #expect(score.wrong.isEmpty, "\(score.wrong.joined(separator: "\n"))")
  }
}

/// What came of the pairs so far.
final class Score: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  private var open = 0
  private var alike = 0
  private var refused = 0
  private var misses: [String] = []
  private var faults: [String] = []

  /// Pairs that count: with a difference that requests have shown, or rewritten.
  var shown: Int { lock.withLock { count } }
  /// What `compare` got wrong.
  var missed: [String] { lock.withLock { misses } }
  /// Rewritings that nginx answers otherwise, so that they are none.
  var wrong: [String] { lock.withLock { faults } }

  func add(isMissed: String?, isOpen: String?) {
    lock.withLock {
      count += 1
      if let isMissed {
        misses.append(isMissed)
        print("MISSED: \(isMissed)")
      } else if let isOpen {
        open += 1
        print("OPEN: \(isOpen)")
      }
    }
  }

  func addAlike() { lock.withLock { alike += 1 } }
  func addRefused() { lock.withLock { refused += 1 } }
  func addFault(_ text: String) {
    lock.withLock { faults.append(text) }
    print("NOT THE SAME: \(text)")
  }

  var summary: String {
    lock.withLock {
      "\(count) pairs, \(misses.count) wrong, \(open) not decided; \(alike) changes that no request showed, \(refused) that nginx refused"
    }
  }
}
