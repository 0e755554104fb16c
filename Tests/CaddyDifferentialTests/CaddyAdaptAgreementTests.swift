import Foundation
import ProxyConfig
import Testing
import Trace

/// What `caddy adapt` takes we take, and what it refuses we refuse: damaged Caddyfiles decide.
@Suite(.serialized) struct CaddyAdaptAgreementTests {
  /// What we take although Caddy refuses it: 2.6 compares the names of certificate policies, which decide no answer.
  private static let exceptions = ["hostname appears in more than one automation policy"]

  @Test(.enabled(if: CaddyDifferentialTests.isOn), arguments: CaddyRelease.allCases)
  func acceptsWhatCaddyAccepts(_ release: CaddyRelease) throws {
    guard let executable = CaddyDifferentialTests.executable(release) else { return }
    var judge = try #require(CaddyJudge(release, executable))
    defer { judge.stop() }
    let environment = CaddyDifferentialTests.environment
    let seed = UInt64(environment["CADDY_SEED"] ?? "") ?? 1
    let count = Int(environment["CADDY_MUTANTS"] ?? "") ?? 700
    var random = SeededRandom(seed: seed &* 7_919 &+ (release == .release26 ? 6 : 11))
    let fixtures = try CaddyFixture.all().filter { !$0.isJSON }.map {
      try String(contentsOf: $0.folder.appending(path: "Caddyfile"), encoding: .utf8)
    }
    for number in 0..<count {
      var text = judge.randomText(seed &* 100_000 &+ UInt64(number))
      if random.chance(40) { text = random.pick(fixtures) }
      for _ in 0..<(1 + random.below(2)) { text = Mutation.apply(to: text, &random) }
      judge.judgeReading("mutant \(number)", text)
    }
    print("\(count) mutants, Caddy \(release.rawValue): \(judge.misses.count) disagreements")
    if let log = environment["CADDY_LOG"] {
      try judge.shown(.max).write(toFile: "\(log)-mutants-\(release.rawValue)", atomically: true, encoding: .utf8)
    }
    let disagreements = judge.misses.filter { miss in !Self.exceptions.contains { miss.contains($0) } }
    #expect(disagreements.isEmpty, "\(disagreements.prefix(5).joined(separator: "\n\n"))")
  }

  /// Each policy with arguments and options that it takes and with others.
  @Test(.enabled(if: CaddyDifferentialTests.isOn), arguments: CaddyRelease.allCases)
  func readsPoliciesAsCaddyDoes(_ release: CaddyRelease) throws {
    guard let executable = CaddyDifferentialTests.executable(release) else { return }
    var judge = try #require(CaddyJudge(release, executable))
    defer { judge.stop() }
    let names = [
      "first", "random", "least_conn", "ip_hash", "round_robin", "uri_hash", "random_choose", "header", "cookie",
      "client_ip_hash", "query", "weighted_round_robin", "nearest",
    ]
    let rests = [
      "", " x", " 2", " -2", " 2 3", " a b c", " 2 3 4", " 2 x 4 y z", " 2 {\nfallback first\n}",
      " {\nfallback random\n}", " {\nx\n}",
      " a {\nfallback first x\n}", " a {\nfallback header b {\nfallback first\n}\n}", " a {\nmax_age 1h\n}",
      " a {\nmax_age x\n}", " a {\nfallback first\nfallback first\n}",
    ]
    for policy in names.flatMap({ name in rests.map { name + $0 } }) {
      let text = "http://x {\nreverse_proxy 127.0.0.1:9000 127.0.0.1:9001 {\nlb_policy \(policy)\n}\n}\n"
      judge.judgeReading(policy, text)
    }
    #expect(judge.misses.isEmpty, "\(judge.misses.prefix(5).joined(separator: "\n\n"))")
  }
}

/// Small damage, as slips of the hand make it.
enum Mutation {
  static func apply(to text: String, _ random: inout SeededRandom) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count > 2 else { return text }
    let index = random.below(lines.count)
    switch random.below(11) {
    case 0: lines.remove(at: index)
    case 1: lines.insert(lines[index], at: index)
    case 2: lines.swapAt(index, random.below(lines.count))
    case 3:
      lines[index] = words(of: lines[index], &random) { words, random in words.remove(at: random.below(words.count)) }
    case 4:
      lines[index] = words(of: lines[index], &random) { words, random in
        words.insert(random.pick(words), at: random.below(words.count + 1))
      }
    case 5:
      lines[index] = words(of: lines[index], &random) { words, random in
        words.swapAt(random.below(words.count), random.below(words.count))
      }
    case 6: lines[index] += random.pick([" {", " }", "\"", "`", " \\", " # note", " extra", " {args[0]}", "{", ","])
    case 7:
      lines.insert(
        random.pick(["}", "{", "\thandle {", "\trespond x 200 y", "@m path /", "\timport none", "\t}"]), at: index)
    case 8:
      lines[index] = words(of: lines[index], &random) { words, random in
        words[random.below(words.count)] = random.pick([
          "502", "/x", "*", "@m9", "http://c.test", "status", "handle_errors", "{err.status_code}", "\"\"", "-1",
          "reverse_proxy",
          "5xx", "10s", "127.0.0.1:99999", "a:b:c", "{$NONE}", "file_server", "not", "~", "=404", "GET",
        ])
      }
    case 9:
      var letters = Array(lines[index])
      if !letters.isEmpty { letters.remove(at: random.below(letters.count)) }
      lines[index] = String(letters)
    default: lines[index] = String(lines[index].prefix(random.below(lines[index].count + 1)))
    }
    return lines.joined(separator: "\n")
  }

  private static func words(
    of line: String, _ random: inout SeededRandom, _ change: (inout [String], inout SeededRandom) -> Void
  ) -> String {
    var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard !words.isEmpty else { return line }
    change(&words, &random)
    return words.joined(separator: " ")
  }
}
