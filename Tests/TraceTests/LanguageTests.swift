import ProxyConfig
import TestSupport
import Testing

/// What a test says of one text and what it says of all of them are the same.
@Suite struct LanguageTests {
  private static let patterns = [
    "^/a(.*)$", "\\.php$", "^/(?!api)", "(?:x|yz)+", "^(a|b)?c", "[^/]{2,3}", "^/[0-9]+/?$", "", "^$", "a|^b|c$",
    "(?i)AbC", "^/([^/]+)/b", "a.c", "(a)(b)", "^/old/(.*)/end$", "x{0,2}y", "^~", "a(?=b)", "[a-c]+[^a-c]*$",
  ]

  private static func texts(_ random: inout SeededRandom) -> [[UInt8]] {
    let letters = Array("abcABCxyz/.0~".utf8)
    return (0..<120).map { _ in
      (0..<Int.random(in: 0...7, using: &random)).map { _ in letters.randomElement(using: &random) ?? 0x61 }
    }
  }

  @Test func aTestHoldsForTheTextsOfItsLanguage() throws {
    var random = SeededRandom(seed: 7)
    let languages = Languages()
    var tests: [TextTest] = [
      .equals(Array("/a".utf8)), .prefix(Array("/a".utf8)), .suffix(Array(".c".utf8)), .contains(Array("b/".utf8)),
      .equals([]),
    ]
    for pattern in Self.patterns {
      for ignoresCase in [false, true] {
        tests.append(.matches(try Pattern(ByteText(pattern), ignoresCase: ignoresCase)))
      }
    }
    for test in tests {
      let language = try #require(languages.texts(of: TextQuestion([[test]]), taken: 0), "\(test)")
      let others = try #require(languages.texts(of: TextQuestion([[test]]), taken: 1))
      for text in Self.texts(&random) {
        let string = String(decoding: text, as: UTF8.self)
        #expect(languages.contains(text, language) == test.holds(for: text), "\(test) and \(string)")
        #expect(languages.contains(text, others) != test.holds(for: text), "\(test) and \(string)")
      }
      for found in [language, others] {
        switch languages.shortest(found) {
        case .found(let word): #expect(test.holds(for: word) == (found == language))
        case .none: #expect(Self.texts(&random).allSatisfy { test.holds(for: $0) != (found == language) })
        case .tooMany: Issue.record("too many states for \(test)")
        }
      }
    }
  }

  @Test func whatIsMadeOfATextIsFollowedBackToIt() throws {
    var random = SeededRandom(seed: 11)
    let languages = Languages()
    let watch = TextWatch()
    watch.begin(["target": Array("/a/b.c?x=1&Y=2".utf8)], numbers: [:], script: [])
    let target = watch.input("target")
    let question = UInt8(ascii: "?")
    var made = [
      target, target.before(question), target.after(question), target.from(2), target.upTo(3), target.lowercased,
      target.withoutEnd(1), "/root" + target.before(question) + ".gz", target.after(question).queryValue(of: "y"),
      ("/x" + target.before(question)).from(3), target.before(question).lowercased.upTo(4),
      target.before(question) + "/" + target.after(question), target.lowercased.from(1) + "a" + target.upTo(2),
      "/" + target.after(question) + target + target.before(question).lowercased,
    ]
    let pattern = try Pattern("^/([^/]*)/(.*)$")
    if case .match(let groups) = target.groups(of: pattern) {
      let parts = groups.dropFirst().compactMap(\.self)
      made += parts + [parts[1] + "b" + parts[0], ("/" + parts[0] + parts[1]).lowercased]
    }
    for text in made {
      let origin = try #require(text.origin)
      for test in [
        TextTest.prefix(Array("/a".utf8)), .suffix(Array("b".utf8)), .contains(Array("2".utf8)), .equals([]),
      ] {
        let language = try #require(languages.texts(of: TextQuestion([[test]]), taken: 0))
        let inputs = try #require(languages.inputs(origin, in: language), "\(origin.description)")
        let wanted = inputs.first?["target"] ?? languages.none
        #expect(inputs.count < 2)
        for _ in 0..<60 {
          let letters = Array("ab/?=&yY2.c".utf8)
          let sent = (0..<Int.random(in: 0...9, using: &random)).map { _ in
            letters.randomElement(using: &random) ?? 0x61
          }
          // A group of an expression that does not match is not asked for.
          let isOfGroups = origin.description.contains("group")
          if isOfGroups, !TextTest.matches(pattern).holds(for: sent) { continue }
          let isIn = test.holds(for: origin.value { _ in sent })
          #expect(
            languages.contains(sent, wanted) == isIn,
            "\(test) of \(origin.description) for \(String(decoding: sent, as: UTF8.self))")
        }
      }
    }
  }
}
