import ProxyConfig

extension StoredResponse {
  /// Reads a file as `http_str_to_htx` does: a status line, headers, an empty line, a body of the announced length.
  init(_ path: String, for code: Int, files: MachineFiles, bufferSize: Int) throws(Refusal) {
    let read = try files.read(path, "put the page there; HAProxy reads it when it starts")
    self.path = path
    isUnseen = read == nil
    guard let bytes = read else {
      (status, headers, hasBody, isEmpty) = (code, [], true, false)
      return
    }
    isEmpty = bytes.isEmpty
    guard !bytes.isEmpty else {
      (status, headers, hasBody) = (0, [], false)
      return
    }
    guard let (head, body) = Self.parts(bytes), let first = head.first else {
      throw Refusal(
        "\(path) is no HTTP response: no empty line ends its headers",
        help: "begin the file with a status line and headers, as the .http files of an error-page pack do")
    }
    let words = first.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[0].starts(with: "HTTP/".utf8), let code = ByteText(words[1]).number,
      100...999 ~= code
    else {
      throw Refusal(
        "\(path) is no HTTP response: it begins with \(ByteText(first).upTo(40).string)",
        help: "begin the file with a line such as HTTP/1.1 503 Service Unavailable")
    }
    var headers: [(name: String, value: ByteText)] = []
    for line in head.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
        !line[..<colon].contains(where: { $0 <= 0x20 || $0 >= 0x7F })
      else { throw Refusal("\(path) has a line among its headers that is none: \(ByteText(line).upTo(40).string)") }
      headers.append((ByteText(line[..<colon]).lowercased.string, Self.trimmed(line[(colon + 1)...])))
    }
    status = code
    self.headers = headers
    hasBody = !body.isEmpty
    try Self.checkLength(headers, body.count, path)
    let room = bufferSize - Self.overhead - words.reduce(0) { $0 + $1.count }
    let used = headers.reduce(body.count) { $0 + $1.name.utf8.count + $1.value.count + Self.headerOverhead }
    if used > room {
      throw Refusal(
        "\(path) is \(used - room) bytes too large for the buffer of \(bufferSize)",
        help: "make the page smaller, or write tune.bufsize \(bufferSize * 2) in the section global, before this line")
    }
  }

  /// What stands behind the headers.
  static func body(of file: [UInt8]) -> [UInt8]? { parts(file).map { Array($0.body) } }

  /// What the buffer needs besides the bytes of a response, and for each header: measured with 2.6.
  private static let (overhead, headerOverhead) = (93, 8)

  private static func checkLength(
    _ headers: [(name: String, value: ByteText)], _ length: Int, _ path: String
  ) throws(Refusal) {
    if headers.contains(where: { $0.name == "transfer-encoding" && $0.value.lowercased == "chunked" }) {
      throw Refusal(
        "\(path) says Transfer-Encoding: chunked", help: "take the header away; HAProxy takes no chunks in a page")
    }
    guard let announced = headers.first(where: { $0.name == "content-length" })?.value else { return }
    guard let number = announced.number, number == length else {
      throw Refusal(
        "\(path) says Content-Length: \(announced.string), but its body has \(length) bytes",
        help: "write Content-Length: \(length), or leave the header away")
    }
  }

  /// The lines before the empty line, and what is behind it.
  private static func parts(_ bytes: [UInt8]) -> (head: [ArraySlice<UInt8>], body: ArraySlice<UInt8>)? {
    var head: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      var line = rest[..<end]
      if line.last == 0x0D { line = line.dropLast() }
      rest = rest[(end + 1)...]
      if line.isEmpty { return head.isEmpty ? nil : (head, rest) }
      head.append(line)
    }
    return nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ByteText {
    let start = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    let end = start.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? start.startIndex
    return ByteText(start[start.startIndex..<end])
  }
}
