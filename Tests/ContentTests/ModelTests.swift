import Content
import Testing

@Suite("Paths and dates")
struct ModelTests {
  @Test(
    "links between pages are relative and name the file",
    arguments: [
      ("codes/502/", "articles/causes/down/", "../../articles/causes/down/index.html"),
      ("", "codes/502/", "codes/502/index.html"), ("codes/502/", "", "../../index.html"),
      ("codes/502/", "codes/503/", "../503/index.html"), ("codes/502/", "codes/502/", "index.html"),
      ("a/", "assets/site.css", "../assets/site.css"), ("de/a/", "a b/", "../../a%20b/index.html"),
    ])
  func relative(_ from: String, _ to: String, _ expected: String) {
    #expect(SitePath(to).relative(from: SitePath(from)) == expected)
  }

  @Test(
    "only days that exist are days",
    arguments: [
      ("2026-11-22", true), ("2024-02-29", true), ("2026-02-29", false), ("2026-13-01", false), ("2026-1-1", false),
      ("26-01-01", false), ("+026-01-01", false), ("", false), ("2026-11-22T10:00", false),
    ])
  func day(_ text: String, _ isDay: Bool) {
    #expect((Day(text) != nil) == isDay)
  }

  @Test("days apart")
  func dayNumber() throws {
    let first = try #require(Day("2024-02-28"))
    let second = try #require(Day("2025-03-01"))
    #expect(second.dayNumber - first.dayNumber == 367)
    #expect("\(first)" == "2024-02-28")
  }
}
