import Content
import Testing

@testable import Search

@Suite("The index's encoding")
struct FormatTests {
  @Test("numbers come back", arguments: [0, 1, 44, 45, 46, 89, 90, 2024, 2025, 2026, 91_124, 1_000_000])
  func digits(_ number: Int) {
    var bytes: [UInt8] = []
    Digits.append(number, to: &bytes)
    var index = 0
    #expect(Digits.read(bytes[...], &index) == number)
    #expect(index == bytes.count)
    #expect(bytes.allSatisfy { $0 > 0x22 && $0 < 0x7F && $0 != 0x3C && $0 != 0x5C })
  }

  @Test("the value of every character is its place in the alphabet")
  func alphabet() {
    for value in 0..<90 { #expect(Digits.value(Digits.character(value)) == value) }
  }

  @Test("terms stand in the order of UTF-16")
  func order() {
    let words = ["", "a", "ab", "b", "é", "网", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "𝒳", "𝒳a", "𝒴"]
    for left in words {
      for right in words {
        let precedes = TermOrder.precedes(Array(left.utf8)[...], Array(right.utf8)[...])
        #expect(precedes == left.utf16.lexicographicallyPrecedes(right.utf16), "\(left) \(right)")
      }
    }
  }

  @Test("a dictionary is sorted in that order, however long the beginnings that its terms share")
  func dictionaryOrder() {
    let words = [
      "𝒳", "proxy_read_timeout", "\u{E000}", "b", "proxy_read", "proxy_read_𝒳", "", "é", "proxy_read_\u{FFFD}",
    ]
    var pool = TermPool()
    for word in words { _ = pool.number(of: word) }
    let sorted = words.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) }
    #expect(DictionaryOrder.order(pool).map { pool.text(Int($0)) } == sorted)
  }

  @Test("sorted words come back")
  func frontCoding() {
    let words = ["", "a", "ab", "abc", "b", "proxy", "proxy_read", "ähnlich", "网关", "𝒳a", "𝒳b"]
    #expect(FrontCoding.decode(FrontCoding.encode(words, separator: " "), separator: " ") == words)
  }

  @Test("never more than 2 + N/50 files", arguments: [0, 1, 49, 50, 99, 100, 149, 200, 500, 999, 1000, 5000, 10_000])
  func budget(_ articles: Int) {
    let budget = FileBudget(articles: articles)
    let files = 1 + budget.terms + budget.texts + (budget.hasVocabulary ? 1 : 0)
    #expect(files <= 2 + articles / 50)
    #expect(budget.terms >= 0)
  }

  @Test(
    "edits between words",
    arguments: [
      ("tiemout", "timeout", 1), ("timeot", "timeout", 1), ("timmeout", "timeout", 1), ("tomeout", "timeout", 1),
      ("upsteram", "upstream", 1), ("certifcaet", "certificate", 2), ("nginx", "nginx", 0),
    ])
  func distance(_ left: String, _ right: String, _ distance: Int) {
    #expect(Neighbours.distance(Array(left.utf16), Array(right.utf16), limit: 2, isOpen: false) == distance)
  }

  @Test("a beginning with a slip is near the word it begins")
  func openDistance() {
    #expect(Neighbours.distance(Array("tiemo".utf16), Array("timeout".utf16), limit: 1, isOpen: true) == 1)
  }
}
