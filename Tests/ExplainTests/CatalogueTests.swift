import Content
import Diagnostics
import Explain
import Testing

@Suite("The catalogue of signatures")
struct CatalogueTests {
  @Test("is free of problems")
  func sound() {
    let problems = Catalogue.loaded.report.sorted
    #expect(problems.isEmpty, "\(problems.map { "\($0.place.source.name): \($0.message)" })")
  }

  @Test("has 150 signatures or more, each with a cause and an article")
  func complete() {
    #expect(Catalogue.own.signatures.count >= 150)
    for signature in Catalogue.own.signatures {
      #expect(Catalogue.own.cause(signature.cause) != nil, "\(signature.cause)")
      #expect(Catalogue.own.article(for: signature) != nil, "\(signature.cause) has no article")
    }
  }

  @Test("shows a line for every signature of a signature file")
  func hasSamples() {
    for signature in Catalogue.own.signatures where signature.place.source.name.hasSuffix(".yaml") {
      #expect(!signature.samples.isEmpty, "\(signature.component): \(signature.texts.first?.source ?? "")")
    }
  }

  static let samples: [Sample] = Catalogue.own.signatures.indices.flatMap { index in
    Catalogue.own.signatures[index].samples.map { Sample(signature: index, line: $0) }
  }

  struct Sample: Sendable, CustomTestStringConvertible {
    let signature: Int
    let line: String
    var testDescription: String { String(line.prefix(120)) }
  }

  @Test("knows every sample by the signature it stands for, and by no other", arguments: samples)
  func recognised(_ sample: Sample) {
    let found = explain(sample.line)
    #expect(found.map(\.signature) == [sample.signature], "\(found)")
  }

  @Test("knows the samples of nginx's wherever in the line their words begin", arguments: 1...18)
  func shifted(_ digits: Int) throws {
    let samples = Self.samples.filter {
      $0.line.contains("[error] 7788#7788: ") || $0.line.contains("[error] 1836#1836: ")
    }
    #expect(samples.count > 50)
    let number = String(repeating: "7", count: digits)
    let lines = samples.map { sample in
      sample.line.replacing("7788#7788", with: "\(number)#7").replacing("1836#1836", with: "\(number)#7")
    }
    let found = explain(lines.joined(separator: "\n"))
    #expect(found.map(\.signature) == samples.map(\.signature))
  }

  @Test("knows every sample inside journald's, Docker's and Kubernetes' wrapping, too", arguments: samples)
  func wrapped(_ sample: Sample) {
    let signature = Catalogue.own.signatures[sample.signature]
    guard !signature.texts.isEmpty, signature.formats.isEmpty, !sample.line.hasPrefix("Nov ") else { return }
    let wrappings = [
      "Nov 22 07:41:00 web1 \(Self.program(signature.component))[4242]: \(sample.line)",
      "2026-11-22T07:41:00.123456789Z stderr F \(sample.line)",
      "web-1  | \(sample.line)",
    ]
    for wrapping in wrappings {
      #expect(explain(wrapping).map(\.cause) == [signature.cause], "\(wrapping)")
    }
  }

  private static func program(_ component: String) -> String { component == "apache" ? "apache2" : component }
}
