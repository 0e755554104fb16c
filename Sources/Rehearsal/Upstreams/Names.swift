import Foundation

/// Answers every question for a name with an address of its own, at every address that a resolver could have.
final class Names: Sendable {
  private let known = Box<[String: Int]>([:])

  /// The address of a name; 198.18.0.0/15 is for tests (RFC 2544).
  func address(of name: String) -> String {
    let name = name.lowercased()
    let number = known.change { known in
      if let number = known[name] { return number }
      known[name] = known.count + 1
      return known.count
    }
    return "198.18.\(number / 250 % 250).\(number % 250 + 1)"
  }

  /// Answers in both networks until the process ends.
  func serve() {
    let answer: @Sendable () -> Void = {
      let handle = socket(AF_INET, Sockets.datagram, 0)
      guard handle >= 0, Sockets.withAddress("0.0.0.0", 53, { bind(handle, $0, $1) }) == 0 else { return }
      Thread.detachNewThread { self.answer(handle) }
    }
    answer()
    if Sandbox.otherNetwork != nil { _ = Sockets.elsewhere(answer) }
  }

  private func answer(_ handle: Int32) {
    // The answer comes from the address that was asked.
    var on: Int32 = 1
    setsockopt(handle, Int32(IPPROTO_IP), IP_PKTINFO, &on, socklen_t(MemoryLayout<Int32>.size))
    var question = [UInt8](repeating: 0, count: 1500)
    var control = [UInt8](repeating: 0, count: 128)
    while true {
      var from = sockaddr_in()
      let count = question.withUnsafeMutableBytes { bytes -> Int in
        control.withUnsafeMutableBytes { control -> Int in
          var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
          return withUnsafeMutablePointer(to: &part) { part in
            withUnsafeMutablePointer(to: &from) { from in
              var message = msghdr()
              message.msg_name = UnsafeMutableRawPointer(from)
              message.msg_namelen = socklen_t(MemoryLayout<sockaddr_in>.size)
              message.msg_iov = part
              message.msg_iovlen = 1
              message.msg_control = control.baseAddress
              message.msg_controllen = control.count
              let count = recvmsg(handle, &message, 0)
              guard count > 0, let reply = self.reply(to: Array(bytes[..<count])) else { return count }
              // The control data name the address; sent back they make it the sender's.
              reply.withUnsafeBytes { reply in
                var part = iovec(iov_base: UnsafeMutableRawPointer(mutating: reply.baseAddress), iov_len: reply.count)
                withUnsafeMutablePointer(to: &part) { part in
                  message.msg_iov = part
                  message.msg_flags = 0
                  _ = sendmsg(handle, &message, 0)
                }
              }
              return count
            }
          }
        }
      }
      if count < 0, errno != EINTR { return }
    }
  }

  /// An answer with one address, or with none for anything but an IPv4 address (RFC 1035, section 4).
  private func reply(to question: [UInt8]) -> [UInt8]? {
    guard question.count > 16, question[2] & 0x80 == 0 else { return nil }
    var index = 12
    var labels: [String] = []
    while index < question.count, question[index] != 0 {
      let end = index + 1 + Int(question[index])
      guard question[index] < 64, end < question.count else { return nil }
      labels.append(String(decoding: question[(index + 1)..<end], as: UTF8.self))
      index = end
    }
    let end = index + 5
    guard end <= question.count else { return nil }
    let isIPv4 = question[index + 1] == 0 && question[index + 2] == 1
    var reply = Array(question[..<2]) + [0x85, 0x80, 0, 1, 0, isIPv4 ? 1 : 0, 0, 0, 0, 0] + question[12..<end]
    if isIPv4 {
      let address = address(of: labels.joined(separator: ".")).split(separator: ".").compactMap { UInt8($0) }
      reply += [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4] + address
    }
    return reply
  }
}
