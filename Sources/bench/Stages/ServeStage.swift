import Foundation

/// `interlude serve`: from a save to the notice that makes an open page load itself again.
struct ServeStage {
  let workshop: Workshop
  let site: URL
  let name: String
  let rounds: Int

  /// The edits as a list of what to do to an article, and how a row calls it.
  func measure(_ edits: [(name: String, save: () throws -> Void)]) throws -> [Row] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: workshop.binary)
    process.arguments = ["serve", "--source", site.path, "--port", "0"]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    var said = ""
    // The first build is over when this line comes.
    while !said.contains("First build") {
      let more = pipe.fileHandleForReading.availableData
      guard !more.isEmpty else { throw BenchError(message: "serve has ended: \(said)") }
      said += String(decoding: more, as: UTF8.self)
    }
    guard
      let port = said.split(separator: "/").first(where: { $0.hasPrefix("127.0.0.1:") })?.split(separator: ":").last
        .flatMap({ UInt16($0) })
    else { throw BenchError(message: "serve does not say where it is: \(said)") }
    let events = try EventStream(port: port, path: "/__interlude/events")
    _ = try events.next()
    return try edits.map { edit in
      let times = try (0...rounds).map { _ in
        // Whatever the last edit left to do is done.
        Thread.sleep(forTimeInterval: 0.5)
        events.forgetWhatCame()
        // The notice may come while the save still returns.
        let start = ContinuousClock.now
        try edit.save()
        _ = try events.next()
        let time = start.duration(to: .now).components
        return Double(time.seconds) + Double(time.attoseconds) / 1e18
      }
      // The first one warms up.
      return Row(part: "\(name), `serve`: \(edit.name), from save to reload sent", seconds: Array(times.dropFirst()))
    }
  }
}

/// Server-sent events from this machine, read one after another.
private final class EventStream {
  private let descriptor: Int32
  private var buffer = ""

  init(port: UInt16, path: String) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAccept: text/event-stream\r\n\r\n"
    guard connected == 0,
      request.utf8.withContiguousStorageIfAvailable({ send(descriptor, $0.baseAddress, $0.count, 0) })
        == request.utf8.count
    else { throw BenchError(message: "serve does not answer") }
  }

  deinit { close(descriptor) }

  /// Passes over what has been sent so far: a save that was seen half-way is told twice.
  func forgetWhatCame() {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
    buffer = ""
  }

  /// Waits for the next event and returns its data.
  func next() throws -> String {
    while true {
      if let end = buffer.range(of: "\n\n"), let start = buffer.range(of: "data:"), start.lowerBound < end.lowerBound {
        defer { buffer = String(buffer[end.upperBound...]) }
        return String(buffer[start.upperBound..<end.lowerBound])
      }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { throw BenchError(message: "serve has closed the connection") }
      buffer += String(decoding: bytes[..<count], as: UTF8.self)
    }
  }
}
