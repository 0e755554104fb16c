/// Chooses by which bytes of a text it is looked for: those that other texts and ordinary lines have least.
struct AnchorChoice {
  let length: Int
  private var used: [UInt32: Int] = [:]

  /// What log lines are full of, whatever they report.
  private static let ordinary: [String] = [
    "2026/11/22 [error] 1#1: *1 , client: 10.0.0.1, server: www.example.com, request: \"GET / HTTP/1.1\", upstream: \"http:",
    "\"POST / HTTP/2.0\", upstream: \"fastcgi://unix:/run/php/php8.2-fpm.sock:\", host: \"www.example.com\", referrer: \"https:",
    " while reading response header from upstream while connecting to upstream, while sending request to upstream,",
    "[proxy:error] [pid 1:tid 1] [proxy_http:error] [proxy_fcgi:error] [client 10.0.0.1] , referer: https://www.example",
    "failed (: Connection refused) connection connect() open() \"/var/www/html/\" No such file or directory",
    "{\"level\":\"error\",\"ts\":1,\"logger\":\"http.log.error\",\"msg\":\"\",\"request\":{\"remote_ip\":\"\",\"proto\":\"HTTP/1.1\"",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
    "an upstream response is buffered to a temporary file /var/lib/nginx while reading upstream",
    "a client request body is buffered to a temporary file, client closed keepalive connection, client timed out",
    "access forbidden by rule, directory index of \"/var/www/html/\" is forbidden, user \"admin\" was not found in",
    "systemd[1]: Started service. Failed with result Main process exited, code=exited, status=, localhost kernel: [",
  ]

  init(length: Int) {
    self.length = length
    for text in Self.ordinary { count(Array(text.utf8), by: 40) }
  }

  /// The piece, and the offset in it at which the anchor starts. The pieces must hold one of `length` bytes.
  mutating func anchor(of pieces: [[UInt8]]) -> (piece: Int, start: Int) {
    var best = (piece: 0, start: 0)
    var least = Int.max
    for (index, piece) in pieces.enumerated() where piece.count >= length {
      for start in 0...piece.count - length {
        var cost = 0
        for offset in start...start + length - 4 { cost += used[Self.gram(piece, offset)] ?? 0 }
        if cost < least { (least, best) = (cost, (index, start)) }
      }
    }
    if best.piece < pieces.count, pieces[best.piece].count >= length {
      count(Array(pieces[best.piece][best.start..<best.start + length]), by: 1)
    }
    return best
  }

  private mutating func count(_ bytes: [UInt8], by weight: Int) {
    guard bytes.count >= 4 else { return }
    for offset in 0...bytes.count - 4 { used[Self.gram(bytes, offset), default: 0] += weight }
  }

  private static func gram(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
      | UInt32(bytes[offset + 3]) << 24
  }
}
