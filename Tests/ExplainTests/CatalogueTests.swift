import Content
import Diagnostics
import Explain
import Foundation
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

  struct Sample {
    let signature: Int
    let line: String
  }

  /// As one log: making an explainer for each would take most of the time.
  @Test("knows every sample by the signature it stands for, and by no other")
  func recognised() {
    let found = explain(Self.samples.map(\.line).joined(separator: "\n"))
    let byLine = Dictionary(grouping: found, by: \.line)
    for (number, sample) in Self.samples.enumerated() {
      #expect((byLine[number + 1] ?? []).map(\.signature) == [sample.signature], "\(sample.line)")
    }
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

  /// What each collector makes of a component's line.
  static let wrappings: [@Sendable (_ component: String, _ line: String) -> String] = [
    { "Nov 22 07:41:00 web1 \(program($0))[4242]: \($1)" },
    { "2026-11-22T07:41:00.123456789Z stderr F \($1)" },
    { "web-1  | \($1)" },
  ]

  @Test("knows every sample inside journald's, Docker's and Kubernetes' wrapping, too", arguments: wrappings.indices)
  func wrapped(_ wrapping: Int) {
    let samples = Self.samples.filter { sample in
      let signature = Catalogue.own.signatures[sample.signature]
      return !signature.texts.isEmpty && signature.formats.isEmpty && !sample.line.hasPrefix("Nov ")
    }
    let lines = samples.map { Self.wrappings[wrapping](Catalogue.own.signatures[$0.signature].component, $0.line) }
    let byLine = Dictionary(grouping: explain(lines.joined(separator: "\n")), by: \.line)
    for (number, sample) in samples.enumerated() {
      let cause = Catalogue.own.signatures[sample.signature].cause
      #expect((byLine[number + 1] ?? []).map(\.cause) == [cause], "\(lines[number])")
    }
  }

  @Test("knows Caddy's and Envoy's JSON inside Docker's, too")
  func docker() throws {
    let samples = Self.samples.filter { sample in
      sample.line.hasPrefix("{") && ["caddy", "envoy"].contains(Catalogue.own.signatures[sample.signature].component)
    }
    #expect(samples.count > 40)
    let lines = try samples.map { sample in
      let inner = try JSONSerialization.data(withJSONObject: [sample.line], options: [.withoutEscapingSlashes])
      return #"{"log":\#(String(decoding: inner, as: UTF8.self).dropFirst().dropLast()),"stream":"stderr"}"#
    }
    let byLine = Dictionary(grouping: explain(lines.joined(separator: "\n")), by: \.line)
    for (number, sample) in samples.enumerated() {
      let cause = Catalogue.own.signatures[sample.signature].cause
      #expect((byLine[number + 1] ?? []).map(\.cause) == [cause], "\(lines[number])")
    }
  }

  private static func program(_ component: String) -> String { component == "apache" ? "apache2" : component }
}
