import ProxyConfig

/// A piece of a body and where it comes from.
enum CaddyBodyPiece {
  case inline(ByteText)
  /// Words of Go's or Caddy's own.
  case builtin(ByteText)
  /// A file, or a part of it.
  case file(String, Range<Int>)
  case upstream

  var isEmpty: Bool {
    switch self {
    case .inline(let text), .builtin(let text): text.isEmpty
    case .file(_, let range): range.isEmpty
    case .upstream: false
    }
  }
}

/// Where handlers write to (`http.ResponseWriter`); wrappers share the headers of what they wrap.
class CaddyResponseWriter {
  let client: CaddyClient
  init(_ client: CaddyClient) { self.client = client }

  func writeHeader(_ status: Int) throws(CaddyInterruption) { try client.send(status) }
  func write(_ chunk: CaddyBodyPiece) throws(CaddyInterruption) { try client.send(chunk) }
}

/// The visitor's end of the connection.
final class CaddyClient {
  var headers = CaddyHeaders()
  private(set) var status: Int?
  private(set) var sentHeaders = CaddyHeaders()
  private(set) var chunks: [CaddyBodyPiece] = []

  func send(_ status: Int) throws(CaddyInterruption) {
    guard self.status == nil else { return }
    guard 100...999 ~= status else { throw .abort("\(status) is no status, so Go cuts the connection") }
    if 100...199 ~= status, status != 101 { return }
    self.status = status
    sentHeaders = headers
    // Go leaves out what is no field's name (RFC 9110, section 5.6.2).
    sentHeaders.removeAll { !$0.allSatisfy(Self.isNameByte) || $0.isEmpty }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  func send(_ chunk: CaddyBodyPiece) throws(CaddyInterruption) {
    if status == nil { try send(200) }
    guard let status, !(100...199 ~= status), status != 204, status != 304 else { return }
    if !chunk.isEmpty { chunks.append(chunk) }
  }
}

/// Applies header changes at the moment the headers are written (`headers.responseWriterWrapper`).
final class CaddyDeferredHeaders: CaddyResponseWriter {
  private let inner: CaddyResponseWriter
  private let change: (Int) -> Void
  private var isWritten = false

  init(_ inner: CaddyResponseWriter, _ change: @escaping (Int) -> Void) {
    self.inner = inner
    self.change = change
    super.init(inner.client)
  }

  override func writeHeader(_ status: Int) throws(CaddyInterruption) {
    if isWritten { return }
    if !(100...199 ~= status) { isWritten = true }
    change(status)
    try inner.writeHeader(status)
  }

  override func write(_ chunk: CaddyBodyPiece) throws(CaddyInterruption) {
    if !isWritten { try writeHeader(200) }
    try inner.write(chunk)
  }
}

/// Writes another status than the one asked for (`fileserver.statusOverrideResponseWriter`).
final class CaddyStatusOverride: CaddyResponseWriter {
  private let inner: CaddyResponseWriter
  private let status: Int

  init(_ inner: CaddyResponseWriter, _ status: Int) {
    self.inner = inner
    self.status = status
    super.init(inner.client)
  }

  override func writeHeader(_: Int) throws(CaddyInterruption) {
    try inner.writeHeader(status)
  }

  override func write(_ chunk: CaddyBodyPiece) throws(CaddyInterruption) { try inner.write(chunk) }
}

/// Keeps an answer back when `shouldBuffer` says so (`responseRecorder`).
final class CaddyRecorder: CaddyResponseWriter {
  private let inner: CaddyResponseWriter
  private let shouldBuffer: ((Int) throws(CaddyInterruption) -> Bool)?
  /// The status to write on instead, known once `shouldBuffer` was asked (`replace_status`).
  var currentOverride: (() -> Int?)?
  private(set) var status = 0
  private(set) var isStreaming = false
  private(set) var size = 0
  private(set) var buffer: [CaddyBodyPiece] = []
  private var isWritten = false

  init(_ inner: CaddyResponseWriter, shouldBuffer: ((Int) throws(CaddyInterruption) -> Bool)?) {
    self.inner = inner
    self.shouldBuffer = shouldBuffer
    super.init(inner.client)
  }

  override func writeHeader(_ status: Int) throws(CaddyInterruption) {
    if isWritten { return }
    self.status = status
    isStreaming = try !(shouldBuffer?(status) ?? false)
    if !(100...199 ~= status) { isWritten = true }
    if isStreaming { try inner.writeHeader(currentOverride?() ?? status) }
  }

  override func write(_ chunk: CaddyBodyPiece) throws(CaddyInterruption) {
    try writeHeader(200)
    if !chunk.isEmpty { size += 1 }
    if isStreaming { try inner.write(chunk) } else { buffer.append(chunk) }
  }

  func flush() throws(CaddyInterruption) {
    if status == 0 { try writeHeader(200) }
    if isStreaming { return }
    try inner.writeHeader(status)
    for chunk in buffer { try inner.write(chunk) }
  }
}
