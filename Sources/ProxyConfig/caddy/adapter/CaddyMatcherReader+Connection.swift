/// Matchers that ask where a connection comes from and how it is made.
extension CaddyMatcherReader {
  static func ranges(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> [ByteText] {
    var all: [ByteText] = []
    while words.next() {
      while words.nextArgument() { all += range(words.value) }
      try noBlock(&words)
    }
    return all
  }

  static func range(_ text: ByteText) -> [ByteText] {
    text == "private_ranges"
      ? ["192.168.0.0/16", "172.16.0.0/12", "10.0.0.0/8", "127.0.0.1/8", "fd00::/8", "::1"] : [text]
  }

  static func remoteIP(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> CaddyMatcher {
    var (all, isForwarded): ([ByteText], Bool) = ([], false)
    while words.next() {
      while words.nextArgument() {
        if words.value == "forwarded" {
          if words.release.isModern { throw words.error("remote_ip no longer knows forwarded: use client_ip") }
          if !all.isEmpty { throw words.error("forwarded must come first") }
          isForwarded = true
          continue
        }
        all += range(words.value)
      }
      try noBlock(&words)
    }
    return .remoteIP(all, forwarded: isForwarded)
  }

  static func tls(_ words: inout CaddyDispenser) throws(CaddyRefusal) -> CaddyMatcher {
    while words.next() {
      if words.nextArgument(), words.value != "early_data" { throw words.error("tls does not know \(words.value)") }
      try words.noMoreArguments()
      try noBlock(&words)
    }
    return .tls
  }
}
