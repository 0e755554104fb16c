/// What goes out to somebody who speaks HTTP/2 from the first byte on, as gRPC is asked (RFC 9113).
enum HTTP2Answer {
  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  /// What a server begins with: no settings of its own, and thanks for the other's.
  static let beginning = frame(4, flags: 0, stream: 0, []) + frame(4, flags: 1, stream: 0, [])

  /// The stream of the first request in what has come so far; nil when it is not whole yet.
  static func request(in bytes: [UInt8]) -> (stream: Int, isHead: Bool)? {
    var rest = bytes.dropFirst(preface.count)
    while rest.count >= 9 {
      let head = Array(rest.prefix(9))
      let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
      guard rest.count >= 9 + length else { return nil }
      let payload = Array(rest.dropFirst(9).prefix(length))
      if head[3] == 1 {
        let stream = Int(head[5] & 0x7F) << 24 | Int(head[6]) << 16 | Int(head[7]) << 8 | Int(head[8])
        return (stream, namesHead(payload))
      }
      rest = rest.dropFirst(9 + length)
    }
    return nil
  }

  /// `HEAD` as it is, or in HPACK's Huffman code (RFC 7541, appendix B).
  private static func namesHead(_ block: [UInt8]) -> Bool {
    [Array("HEAD".utf8), [0xC7, 0x82, 0x1B, 0xFF]].contains { word in
      block.indices.contains { block[$0...].starts(with: word) }
    }
  }

  static func bytes(_ status: Int, stream: Int, isHead: Bool, padding: Int = 0) -> [UInt8] {
    let body = Array("\(UpstreamAnswer.mark), \(status)\n".utf8)
    let isBare = isHead || status == 204 || status == 304
    // Literals without indexing, with names of the static table: :status is its 8th, content-type its 31st.
    var block: [UInt8] = [0x08] + text("\(status)") + [0x0F, 0x10] + text("text/plain")
    if padding > 0 {
      block += [0x00] + text("x-padding") + integer(padding) + [UInt8](repeating: 0x78, count: padding)
    }
    var frames: [UInt8] = []
    var rest = block[...]
    var kind: UInt8 = 1
    repeat {
      let piece = rest.prefix(16_384)
      rest = rest.dropFirst(piece.count)
      let flags: UInt8 = (rest.isEmpty ? 4 : 0) | (isBare && kind == 1 ? 1 : 0)
      frames += frame(kind, flags: flags, stream: stream, Array(piece))
      kind = 9
    } while !rest.isEmpty
    return frames + (isBare ? [] : frame(0, flags: 1, stream: stream, body))
  }

  private static func frame(_ kind: UInt8, flags: UInt8, stream: Int, _ payload: [UInt8]) -> [UInt8] {
    let length = payload.count
    return [
      UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), kind, flags, UInt8(stream >> 24 & 0x7F),
      UInt8(stream >> 16 & 0xFF), UInt8(stream >> 8 & 0xFF), UInt8(stream & 0xFF),
    ] + payload
  }

  private static func text(_ text: String) -> [UInt8] { integer(text.utf8.count) + Array(text.utf8) }

  /// A number with a prefix of seven bits (RFC 7541, section 5.1).
  private static func integer(_ number: Int) -> [UInt8] {
    guard number >= 127 else { return [UInt8(number)] }
    var (bytes, rest): ([UInt8], Int) = ([127], number - 127)
    while rest >= 128 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
