import Foundation
import ProxyConfig
import TestSupport
import Testing
import Trace

/// Letters and digits of a path that are percent-encoded (RFC 3986, 6.2.2.2) change no answer of nginx, so that what is
/// proved of the plain path holds for them, too; unless the configuration looks at what was sent (`$request_uri`).
@Suite struct EncodedPathTests {
  @Test func anEncodedLetterIsTheLetter() throws {
    let file = RecordedAnswerTests.folder.appendingPathComponent("nginx-1.22.txt")
    let replay = Replay(recording: try Recording(try String(contentsOf: file, encoding: .utf8)))
    var random = SeededRandom(seed: 30)
    var compared = 0
    let takesAll = ProcessInfo.processInfo.environment["INTERLUDE_CASES"] == "all"
    for (number, configuration) in replay.recording.configurations.enumerated()
    where (takesAll || number.isMultiple(of: 8)) && !configuration.text.contains("$request_uri") {
      let tracer = try replay.tracer(configuration)
      for answer in configuration.answers {
        let line = try FixtureRequest(answer.request[...], base: replay.recording.base)
        var request = line.request
        let path = request.target.bytes.prefix { $0 != UInt8(ascii: "?") }
        let places = path.indices.filter { Self.letters.contains(path[$0]) }
        guard !places.isEmpty else { continue }
        let encoded = Set(places.filter { _ in random.chance(40) } + [random.pick(places)])
        let spelled = path.indices.flatMap { index in
          encoded.contains(index) ? Array("%\(String(path[index], radix: 16))".utf8) : [path[index]]
        }
        request.target = ByteText(spelled + request.target.bytes[path.endIndex...])
        let (plain, other) = (
          tracer.trace(line.request, failures: line.failures), tracer.trace(request, failures: line.failures)
        )
        compared += 1
        #expect(
          plain.looksLike(other) && plain.certainty == other.certainty,
          "\(request.line): \(plain.status) and \(other.status) of\n\(configuration.text)")
      }
    }
    #expect(compared > 500, "\(compared)")
    if takesAll { print("\(compared) requests with an encoded path") }
  }

  private static let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
}
