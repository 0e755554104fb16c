import Foundation
import TestSupport
import Testing

@testable import Content

/// Signatures as they are written, and which of them say nothing beside others.
@Suite("Texts of signatures")
struct SignatureTextTests {
  @Test("literal pieces and variable parts, and what makes a text useless")
  func pieces() throws {
    let text = try SignatureText("<pid:number>#0: connect\\<> to <upstream> failed é<")
    #expect(text.pieces == ["#0: connect<> to ", " failed é<"])
    #expect(text.gaps.map(\.name) == ["upstream"])
    #expect(throws: SignatureText.Problem.adjacentVariables) { try SignatureText("a long text <a><b>") }
    #expect(throws: SignatureText.Problem.unknownKind("digit")) { try SignatureText("a long text <a:digit>") }
    #expect(throws: SignatureText.Problem.tooShort) { try SignatureText("short<a>") }
  }

  @Test("one text is part of another if each of its pieces stands in one of the other's")
  func parts() throws {
    let files = Fixture(name: "content", url: PackageFolder.root.appending(path: "content/signatures")).files()
    let words = files.flatMap { String(decoding: $0.value, as: UTF8.self).split(whereSeparator: { !$0.isLetter }) }
    let sorted = Set(words.filter { $0.utf8.count > 5 }).sorted()
    #expect(sorted.count > 500)
    var texts: [SignatureText] = []
    for start in stride(from: 0, to: sorted.count - 3, by: 25) {
      texts.append(try SignatureText(String(sorted[start])))
      texts.append(try SignatureText(sorted[start..<start + 3].joined(separator: " ") + "<rest>"))
      texts.append(try SignatureText("<name>\(sorted[start].dropFirst(2)) or else \(sorted[start + 1])"))
    }
    var found = 0
    for text in texts {
      for other in texts {
        let isPart = text.pieces.allSatisfy { piece in other.pieces.contains { $0.contains(piece) } }
        #expect(text.isPart(of: other) == isPart)
        found += isPart ? 1 : 0
      }
    }
    #expect(found > texts.count)
  }
}
