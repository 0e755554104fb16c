import Foundation
import ProxyConfig
import TestSupport
import Trace

/// A running Caddy that takes one configuration after the other through its admin interface.
final class RealCaddy {
  struct Answer {
    /// 0 when the connection was cut or nothing came.
    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
  }

  let adminPort: Int
  private let process = Process()

  /// - Parameter environment: further variables, by the port of the admin interface.
  init?(_ executable: String, environment: (Int) -> [String: String] = { _ in [:] }) {
    guard let port = try? LoopbackPorts.one() else { return nil }
    adminPort = port
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("caddy-judge-\(adminPort)")
    try? FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let config = home.appendingPathComponent("start.json")
    try? #"{"admin":{"listen":"127.0.0.1:\#(adminPort)"}}"#.write(to: config, atomically: true, encoding: .utf8)
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = ["run", "--config", config.path]
    process.environment = [
      "HOME": home.path, "XDG_DATA_HOME": home.path, "XDG_CONFIG_HOME": home.path, "PATH": "/usr/bin:/bin",
    ].merging(environment(adminPort)) { $1 }
    process.currentDirectoryURL = home
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    for _ in 0..<100 {
      if Sockets.connect(adminPort).map({ close($0) }) != nil { return }
      usleep(50_000)
    }
    stop()
    return nil
  }

  func stop() {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  /// The directory relative paths start from.
  var directory: String { process.currentDirectoryURL?.path ?? "/" }

  /// `caddy adapt`: the JSON, or nil and the reason.
  func adapt(_ text: String) -> (json: String?, problem: String) {
    let answer = ask("/adapt", text)
    let body = String(decoding: answer.body, as: UTF8.self)
    return answer.status == 200 ? (body, "") : (nil, body)
  }

  /// Loads a configuration; nil when all is well.
  func load(_ text: String, isJSON: Bool = false) -> String? {
    let answer = ask("/load", text, isJSON: isJSON)
    return answer.status == 200 ? nil : String(decoding: answer.body, as: UTF8.self)
  }

  /// Asks Caddy's own port. While it takes over a configuration it may not answer at all; that says nothing about the
  /// text, so it is asked again.
  private func ask(_ target: String, _ text: String, isJSON: Bool = false) -> Answer {
    // Without the second header Caddy says "unchanged" of a text that it has just refused.
    let headers = [
      ("Content-Type", isJSON ? "application/json" : "text/caddyfile"), ("Cache-Control", "must-revalidate"),
    ]
    var answer = Answer(status: 0, headers: [], body: [])
    for _ in 0..<20 where answer.status == 0 {
      answer = Self.request(
        adminPort, "POST", target, headers: headers, host: "127.0.0.1:\(adminPort)",
        body: text)
      if answer.status == 0 { Thread.sleep(forTimeInterval: 0.1) }
    }
    return answer
  }

  static func request(
    _ port: Int, _ method: String, _ target: String, headers: [(String, String)], host: String, body: String = ""
  ) -> Answer {
    guard let peer = Sockets.connect(port) else { return Answer(status: 0, headers: [], body: []) }
    defer { close(peer) }
    var text = "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if !body.isEmpty || method == "POST" || method == "PUT" { text += "Content-Length: \(body.utf8.count)\r\n" }
    Sockets.write(text + "\r\n" + body, to: peer)
    return parse(Sockets.read(peer))
  }

  /// The same over TLS, by curl; the certificate is Caddy's own, which may take a moment to make.
  static func encryptedRequest(_ request: Request, headers: [(String, String)], isPatient: Bool) -> Answer {
    for _ in 0..<(isPatient ? 30 : 0) {
      let answer = encryptedRequest(request, headers: headers)
      if answer.status != 0 { return answer }
      Thread.sleep(forTimeInterval: 0.1)
    }
    return encryptedRequest(request, headers: headers)
  }

  private static func encryptedRequest(_ request: Request, headers: [(String, String)]) -> Answer {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    var arguments = [
      "-sk", "-i", "--http1.1", "--max-time", "5", "--path-as-is", "--resolve",
      "\(request.host):\(request.port):127.0.0.1", "-H", "User-Agent:", "-H", "Connection: close",
    ]
    if !request.headers.contains(where: { $0.name == "Accept" }) { arguments += ["-H", "Accept:"] }
    for (name, value) in headers { arguments += ["-H", "\(name): \(value)"] }
    arguments += request.method == "HEAD" ? ["-I"] : ["-X", request.method]
    if request.method == "POST" || request.method == "PUT" { arguments += ["-H", "Content-Length: 0"] }
    process.arguments = arguments + ["https://\(request.host):\(request.port)\(request.target.string)"]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return Answer(status: 0, headers: [], body: []) }
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return parse(Array(bytes), isDecoded: true)
  }

  private static func parse(_ bytes: [UInt8], isDecoded: Bool = false) -> Answer {
    var rest = bytes[...]
    while true {
      guard let end = rest.indices.first(where: { rest[$0...].starts(with: [13, 10, 13, 10]) }) else {
        return Answer(status: 0, headers: [], body: [])
      }
      let lines = String(decoding: rest[..<end], as: UTF8.self).split(whereSeparator: \.isNewline)
      let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      let headers = lines.dropFirst().compactMap { line -> (String, String)? in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
      }
      let body = Array(rest[(end + 4)...])
      if 100...199 ~= status, status != 101 {
        rest = body[...]
        continue
      }
      var answer = Answer(status: status, headers: headers, body: body)
      if !isDecoded, answer.header("transfer-encoding") == "chunked" { answer.body = unchunked(body) }
      return answer
    }
  }

  private static func unchunked(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let line = rest.firstIndex(of: 10) {
      let size =
        Int(String(decoding: rest[..<line], as: UTF8.self).trimmingCharacters(in: .whitespaces), radix: 16) ?? 0
      rest = rest[(line + 1)...]
      if size == 0 { break }
      result += rest.prefix(size)
      rest = rest.dropFirst(size + 2)
    }
    return result
  }
}
