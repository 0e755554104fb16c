import Content
import Explain
import Testing

@Suite("Messages that come again")
struct RememberedMessageTests {
  /// What stands around messages, so that the same message stands at every offset and beside every neighbour.
  private static let fronts = [
    "2026/11/22 07:41:00 [error] 7#7: ", "2026/11/22 07:41:01 [error] 7788#7788: *1 ",
    "2026/11/22 07:41:02 [crit] 123456#123456: *1234567 ", "2026/11/22 07:41:03 [emerg] 1#1: ",
    "2026/11/22 07:41:04 [alert] 12#12: *12connect() failed ", "2026/11/22 07:41:05 [error] no live upstreams: *3 ",
  ]
  private static let ends = [
    ", client: 10.0.0.1, server: a.example, request: \"GET /x HTTP/1.1\", upstream: \"http://10.0.0.5:80/x\"",
    ", client: 10.0.0.2, server: no live upstreams, request: \"GET /connect() failed HTTP/1.1\"", ", client: ", "",
  ]

  /// Every signature's texts, whole and cut, in all surroundings.
  private static var lines: [String] {
    var messages: [String] = ["nothing known"]
    for signature in Catalogue.own.signatures {
      for text in signature.texts {
        let filled = text.pieces.joined(separator: "1")
        messages += [filled, String(filled.dropFirst()), String(filled.dropLast())]
      }
    }
    var lines: [String] = []
    for (number, message) in messages.enumerated() {
      for turn in 0..<4 {
        lines.append(fronts[(number + turn) % fronts.count] + message + ends[(number / 3 + turn) % ends.count])
      }
    }
    return lines
  }

  /// What Kubernetes puts before a line, which then is none whose message is remembered.
  private static let wrapping = "2026-11-22T07:41:00.123456789Z stderr F "

  @Test("are known by what they would be known by if they came for the first time")
  func same() {
    let lines = Self.lines
    // Each line twice in a row, and then the whole log again: remembered, forgotten and remembered once more.
    let log = lines.flatMap { [$0, $0] } + lines
    let remembered = explain(Array((log.joined(separator: "\n") + "\n").utf8)).found
    let anew = explain(Array((log.map { Self.wrapping + $0 }.joined(separator: "\n") + "\n").utf8)).found
    #expect(remembered.count > 1000)
    #expect(remembered.count == anew.count)
    for (one, other) in zip(remembered, anew) where one != other {
      Issue.record("\(log[one.line - 1]): \(one), \(other)")
    }
  }
}
