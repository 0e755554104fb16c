import Testing

@testable import Diagnostics

@Suite("The name somebody probably meant")
struct NearestNameTests {
  @Test(
    "suggestions are close or absent",
    arguments: [
      ("titel", "title"), ("Weigth", "weight"), ("descripton", "description"), ("xyzzy", nil as String?), ("", nil),
    ])
  func nearest(_ name: String, _ expected: String?) {
    #expect(NearestName.of(name, among: ["title", "description", "weight", "tags"]) == expected)
  }

  @Test("a list of names finds the same, also by a part of one")
  func list() {
    let names = ["upstream-down", "timeouts", "upstream-dawn", "große-seite"]
    let list = NameList(names)
    #expect(list.nearest(to: "upstream-doen").map { names[$0] } == "upstream-down")
    #expect(list.nearest(to: "GROẞE-SEITE") == 3)
    #expect(list.nearest(to: "certificates") == nil)
    #expect(list.first(containing: "stream-da") == 2)
    #expect(list.first(containing: "down\ntime") == nil)
  }

  @Test("distances are those of the table that is filled cell by cell")
  func distances() throws {
    var random = SystemRandomNumberGenerator()
    for round in 0..<4000 {
      let longest = round % 8 == 0 ? 128 : 12
      let letters: [Unicode.Scalar] = ["a", "b", "c", "é"]
      let words = (0..<2).map { _ in
        (0..<Int.random(in: 0...longest, using: &random)).map { _ in letters.randomElement(using: &random)! }
      }
      let pattern = try #require(LetterPattern(String(String.UnicodeScalarView(words[0]))))
      let (expected, longer) = (table(words[0], words[1]), max(words[0].count, words[1].count))
      let isClose = expected <= max(1, longer / 3)
      #expect(pattern.distance(to: words[1], within: .max) == (isClose ? expected : nil), "\(words)")
      #expect(pattern.distance(to: words[1], within: expected - 1) == nil, "\(words)")
    }
  }

  @Test("nobody means a name by 129 letters")
  func long() {
    let name = String(repeating: "a", count: 129)
    #expect(NearestName.of(name, among: [name + "b"]) == nil)
    #expect(NearestName.of(String(name.dropFirst()), among: [name]) == name)
  }

  private func table(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var rows = (0...a.count).map { i in (0...b.count).map { j in i == 0 ? j : j == 0 ? i : 0 } }
    for i in a.indices {
      for j in b.indices {
        rows[i + 1][j + 1] = min(rows[i][j + 1] + 1, rows[i + 1][j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          rows[i + 1][j + 1] = min(rows[i + 1][j + 1], rows[i - 1][j - 1] + 1)
        }
      }
    }
    return rows[a.count][b.count]
  }
}
