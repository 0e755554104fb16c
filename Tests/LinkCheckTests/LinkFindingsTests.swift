import Content
import Diagnostics
import Testing

@testable import LinkCheck

@Suite("What the answers say about the links")
struct LinkFindingsTests {
  private let source = Source(name: "content/articles/a.md", text: "See [a](https://a.net/x#y).\n")

  private func problems(_ answer: Answer) -> [Diagnostic] {
    let link = WebLink(url: "https://a.net/x#y", place: source.place(8..<25))
    return LinkFindings.report([link], ["https://a.net/x": answer]).sorted
  }

  @Test(
    "each answer has its name and its weight",
    arguments: [
      (Answer.status(404), "dead-web-link", Severity.warning), (.status(410), "dead-web-link", .warning),
      (.status(403), "unjudged-web-link", .info), (.status(429), "unjudged-web-link", .info),
      (.status(503), "unreachable-web-link", .warning), (.failure(.unknownHost, "x"), "dead-web-link", .warning),
      (.failure(.timeout, "x"), "unreachable-web-link", .warning),
      (.failure(.certificate, "x"), "unreachable-web-link", .warning),
      (.failure(.badAddress, "x"), "dead-web-link", .warning), (.noCurl, "links-not-checked", .warning),
    ] as [(Answer, String, Severity)])
  func kinds(_ answer: Answer, _ id: String, _ severity: Severity) throws {
    let problem = try #require(problems(answer).first)
    #expect(problem.id == id && problem.severity == severity && problem.help != nil)
    #expect(problem.place.source.name == "content/articles/a.md" && problem.place.range == 8..<25)
  }

  @Test("what is well is not mentioned; what has moved for good comes with the change, its heading kept")
  func moved() throws {
    #expect(problems(.status(204)).isEmpty)
    let problem = try #require(problems(.status(200, moved: "https://b.net/")).first)
    #expect(problem.id == "moved-web-link" && problem.severity == .info)
    #expect(problem.fix.map(\.replacement) == ["https://b.net/#y"] && problem.help == "write https://b.net/#y")
  }

  @Test("what was well counts for a week, and nothing else is kept")
  func memory() {
    var memory = LinkMemory()
    memory.remember(
      ["https://a.net/": .status(200, moved: "https://b.net/"), "https://c.net/": .status(404)], at: 1000)
    let all: Set = ["https://a.net/", "https://c.net/"]
    let read = LinkMemory(memory.text(at: 1000) + "nonsense\n\t\t\nx\thttps://c.net/\t\n")
    #expect(read.answers(to: all, at: 2000) == ["https://a.net/": .status(200, moved: "https://b.net/")])
    #expect(read.answers(to: all, at: 1000 + LinkMemory.lifetime).isEmpty)
    // A clock that was set back.
    #expect(read.answers(to: all, at: 500).isEmpty)
    memory.remember(["https://a.net/": .failure(.timeout, "")], at: 3000)
    #expect(memory.text(at: 3000).isEmpty)
  }
}
