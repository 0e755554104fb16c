import ProxyConfig
import Testing

/// Expected results are PCRE2's.
@Suite struct PatternTests {
  private func groups(_ pattern: String, _ subject: String, ignoresCase: Bool = false) -> [String?]? {
    guard let pattern = try? Pattern(ByteText(pattern), ignoresCase: ignoresCase) else { return ["refused"] }
    let text = ByteText(subject)
    guard case .match(let ranges) = pattern.firstMatch(in: text) else { return nil }
    return ranges.map { $0.map { text[$0].string } }
  }

  @Test(arguments: [
    ("^/a(.*)$", "/abc", ["/abc", "bc"]), ("a|b|c", "xxc", ["c"]), ("(a+)(a*)", "aaa", ["aaa", "aaa", ""]),
    ("(a+?)(a*)", "aaa", ["aaa", "a", "aa"]),
    ("a{2,3}", "aaaa", ["aaa"]), ("a{2}b", "aab", ["aab"]), ("a{,2}", "a{,2}", ["a{,2}"]), ("[^/]+$", "/x/yz", ["yz"]),
    ("[]a]+", "x]a", ["]a"]), ("[a\\-z]+", "-az", ["-az"]),
    ("\\.(?:html|css)$", "/a.css", [".css"]), ("(?i)ABC", "xabc", ["abc"]), ("a(?i:B)c", "aBc", ["aBc"]),
    ("(?<y>\\d{4})-\\k<y>", "2020-2020", ["2020-2020", "2020"]),
    ("(\\w)\\1", "abccd", ["cc", "c"]), ("(?=b)b", "ab", ["b"]), ("(?!a)\\w", "ab", ["b"]), ("(?<=a)b", "ab", ["b"]),
    ("(?<!a)b", "abb", ["b"]), ("(?>a+)b", "aab", ["aab"]),
    ("a$", "a\n", ["a"]), ("\\bfoo\\b", "a foo b", ["foo"]), ("\\Qa.b\\E", "a.b", ["a.b"]), ("\\x41", "A", ["A"]),
    ("[[:alpha:]]+", "1ab2", ["ab"]), ("(a|ab)(c|bcd)(d*)", "abcd", ["abcd", "a", "bcd", ""]),
    ("(?:a*)*b", "aab", ["aab"]), ("x*", "y", [""]), ("a++b", "aab", ["aab"]), ("foo\\Kbar", "foobar", ["bar"]),
    ("(?<=a|bc)d", "bcd", ["d"]), ("(?:(a)|b)+", "ab", ["ab", "a"]),
  ])
  func matchesAsPCREDoes(_ pattern: String, _ subject: String, _ expected: [String]) {
    #expect(groups(pattern, subject)?.map { $0 ?? "nil" } == expected)
  }

  @Test(arguments: [
    ("^a$", "ab"), ("a++a", "aaa"), ("(?>a|ab)c", "abc"), ("[^a]", "a"), ("\\d", "x"), ("^b", "ab"), (".", "\n"),
  ])
  func doesNotMatch(_ pattern: String, _ subject: String) {
    #expect(groups(pattern, subject) == nil)
  }

  @Test func groupsThatTookNoPartAreAbsent() {
    #expect(groups("(a)|(b)", "b") == ["b", nil, "b"])
  }

  @Test(arguments: ["(", "a)", "[a", "*a", "a{3,2}", "(?<n>a)(?<n>b)", "\\", "\\1", "a**", "(?<=a*)b"])
  func whatPCRERefusesIsRefused(_ pattern: String) {
    #expect(throws: Pattern.Refusal.self) { try Pattern(ByteText(pattern)) }
  }

  @Test(arguments: ["(?R)", "(*UTF8)a", "\\p{L}", "(?(1)a|b)"])
  func whatIsNotKnownIsSaidSo(_ pattern: String) {
    do { _ = try Pattern(ByteText(pattern)) } catch {
      #expect(!error.isInvalid)
      return
    }
    Issue.record("\(pattern) was taken")
  }

  @Test func neverHangs() throws {
    let pattern = try Pattern("^(a+)+$")
    #expect(pattern.firstMatch(in: ByteText(String(repeating: "a", count: 60) + "b"), stepLimit: 100_000) == .gaveUp)
  }

  @Test("an index leaves out no pattern that matches, and most that do not")
  func index() {
    let many = (0..<60).map { "^/x\($0)/(.*)\\.php$" }
    let odd = [
      "^(www\\.)?h7\\.test$", "a|b", "(?i)UPPER", "[Aa]b+c", "x{0}y", "(ab){2}", "q?", "(?!no)yes", "\\.PNG$", "^$",
      "(?=look)l", "e\\Kf", "([a-z])\\1", "(unclosed",
    ]
    for ignoresCase in [false, true] {
      let patterns = (many + odd).map { NginxPattern(ByteText($0), ignoresCase: ignoresCase) }
      let index = PatternIndex(patterns.map { try? $0.compiled.get() })
      for text in [
        "/x7/a.php", "/X7/A.PHP", "/x77/", "www.h7.test", "h7.test", "b", "UPPER", "upper", "Abbc", "y", "abab", "",
        "yes",
        "noyes", "a.png", "a.PNG", "look", "ef", "bb",
      ].map({ ByteText($0) }) {
        let candidates = index.candidates(for: text)
        #expect(candidates == candidates.sorted())
        #expect(candidates.count < 20)
        for (number, pattern) in patterns.enumerated() {
          guard case .success(let compiled) = pattern.compiled else {
            #expect(candidates.contains(number))
            continue
          }
          if case .match = compiled.firstMatch(in: text) {
            #expect(candidates.contains(number), "\(pattern.text) in \(text)")
          }
        }
      }
    }
  }
}
