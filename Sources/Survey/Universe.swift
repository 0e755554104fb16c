public import ProxyConfig
public import Trace

/// The requests that are looked at, of which every one is in exactly one class.
///
/// Paths are in their plain spelling: nothing percent-encoded, no doubled slashes, no `.` or `..`. Hosts are in small letters
/// and without a port. Of headers only those are sent that the configuration reads by name.
public struct Universe {
  private let languages: Languages
  private let target: Language
  private let host: Language
  private let method: Language
  private let header: Language
  private let cookie: Language

  /// The methods there are here, the usual one first.
  static let methods = ["GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"]

  public init(_ languages: Languages, except exceptions: [Exception] = []) {
    self.languages = languages
    func bytes(_ text: String) -> Language { languages.set(Array(text.utf8)) }
    func some(_ language: Language) -> Language { languages.sequence(language, languages.many(language)) }
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let common = letters + letters.uppercased() + "0123456789-._~!$'()*,;=:@"
    let slash = languages.word("/".utf8)
    let dots = languages.either([languages.word(".".utf8), languages.word("..".utf8)])
    let segment = languages.both([some(bytes(common + "&")), languages.not(dots)])
    let path = languages.sequence([
      slash, languages.many(languages.sequence(segment, slash)), languages.either([languages.empty, segment]),
    ])
    let query = languages.sequence(languages.word("?".utf8), languages.many(bytes(common + "&/")))
    let whole = languages.sequence(path, languages.either([languages.empty, query]))
    target = languages.both([whole, languages.not(languages.either(exceptions.map { $0.targets(languages) }))])
    let label = some(bytes(letters + "0123456789-_"))
    let name = languages.sequence(label, languages.many(languages.sequence(languages.word(".".utf8), label)))
    host = languages.both([name, languages.not(languages.either(exceptions.map { $0.hosts(languages) }))])
    let methods = Self.methods.filter { name in !exceptions.contains { $0.methods.contains(name) } }
    method = languages.either(methods.map { languages.word($0.utf8) })
    // What stands between quotation marks is told from the rest by some proxies.
    let visible = languages.set((0x21...0x7E).filter { $0 != UInt8(ascii: "\"") })
    let inner = languages.set((0x20...0x7E).filter { $0 != UInt8(ascii: "\"") })
    let word = languages.sequence(
      visible, languages.either([languages.empty, languages.sequence(languages.many(inner), visible)]))
    header = languages.either([languages.empty, word])
    cookie = languages.many(languages.set((0x21...0x7E).filter { !"\";,\\".utf8.contains($0) }))
  }

  /// What an input can be.
  func language(of input: String, _ watch: TextWatch) -> Language {
    if let words = watch.words[input] { return languages.either(words.map { languages.word($0) }) }
    return switch input {
    case "target": target
    case "host": host
    case "method": method
    case _ where input.hasPrefix("cookie "): cookie
    default: header
    }
  }

  /// The request that all others begin with; nil where none is left.
  var start: [String: [UInt8]]? {
    var inputs: [String: [UInt8]] = [:]
    for (name, language, usual) in [("target", target, "/"), ("host", host, "example.com"), ("method", method, "GET")] {
      if languages.contains(Array(usual.utf8), language) {
        inputs[name] = Array(usual.utf8)
      } else {
        guard case .found(let word) = languages.shortest(language) else { return nil }
        inputs[name] = word
      }
    }
    return inputs
  }

  /// A request as it is sent.
  static func request(_ connection: Request, _ inputs: [String: [UInt8]], _ numbers: [String: Int]) -> Request {
    func text(_ name: String) -> String { String(decoding: inputs[name] ?? [], as: UTF8.self) }
    var request = connection
    request.method = text("method")
    request.target = ByteText(inputs["target"] ?? [])
    request.headersAreComplete = true
    request.bodyLength = numbers["body"] ?? 0
    if request.host.isEmpty { request.host = text("host") } else { request.headers.append(.init("Host", text("host"))) }
    if let client = inputs["client"] { request.client = String(decoding: client, as: UTF8.self) }
    var cookies: [String] = []
    for (name, value) in inputs.sorted(by: { $0.key < $1.key }) where !value.isEmpty {
      if name.hasPrefix("header ") { request.headers.append(.init(String(name.dropFirst(7)), text(name))) }
      if name.hasPrefix("cookie ") { cookies.append("\(name.dropFirst(7))=\(text(name))") }
    }
    if !cookies.isEmpty { request.headers.append(.init("Cookie", cookies.joined(separator: "; "))) }
    return request
  }

  /// What a watch would give out for a request; nil where it is none of those that are looked at.
  ///
  /// - Parameter notes: what is known of it; headers that nothing is known of do not count.
  public func inputs(
    of request: Request, knowing notes: [TextWatch.Note]? = nil
  ) -> (inputs: [String: [UInt8]], numbers: [String: Int])? {
    let asked = notes.map { Set($0.compactMap(\.headerAskedFor)) }
    var inputs = [
      "target": request.target.bytes, "method": Array(request.method.utf8),
      "host": Array((request.header("Host") ?? request.host).utf8),
    ]
    for header in request.headers where header.name.lowercased() != "host" {
      if let asked, !asked.contains(header.name.lowercased()) { continue }
      guard header.name.lowercased() != "cookie", !Sent.conditions.contains(header.name.lowercased()) else {
        return nil
      }
      inputs["header " + header.name.lowercased()] = Array(header.value.utf8)
    }
    let watch = TextWatch()
    guard inputs.allSatisfy({ languages.contains($0.value, language(of: $0.key, watch)) }) else { return nil }
    return (inputs, ["body": request.bodyLength])
  }
}
