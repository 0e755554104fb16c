/// One browser's connection: requests in, answers out, until either side has had enough.
struct Connection: Sendable {
  let socket: Socket
  let answer: @Sendable (Request) async -> Response

  func run() async {
    // The other side may go away at any moment; there is nobody to tell.
    try? await converse()
  }

  private func converse() async throws {
    var reader = RequestReader()
    while true {
      switch reader.next() {
      case .incomplete:
        reader.add(try await socket.read(atMost: 4096))
      case .malformed(let status, let reason):
        return try await send(.text(status, reason), isHead: false, keepsConnection: false)
      case .request(let request):
        let response = await answer(request)
        let keeps = request.keepsConnection && !response.isStream
        try await send(response, isHead: request.method == "HEAD", keepsConnection: keeps)
        guard keeps else { return }
      }
    }
  }

  private func send(_ response: Response, isHead: Bool, keepsConnection: Bool) async throws {
    let head = response.head(keepsConnection: keepsConnection)
    switch response.body {
    case .bytes(let bytes):
      try await socket.write(isHead || response.status == 304 ? head : head + bytes)
    case .stream(let pieces):
      try await socket.write(head)
      if !isHead { await stream(pieces) }
    }
  }

  /// Writes until the stream ends or the browser hangs up, which only shows when one reads.
  private func stream(_ pieces: AsyncStream<[UInt8]>) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await piece in pieces {
          guard (try? await socket.write(piece)) != nil else { return }
        }
      }
      group.addTask {
        while (try? await socket.read(atMost: 512)) != nil {}
      }
      await group.next()
      group.cancelAll()
    }
  }
}
