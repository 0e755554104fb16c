import Foundation
import ProxyConfig

/// What was found at paths: a survey follows thousands of requests to the same few pages.
final class NginxLooks: @unchecked Sendable {
  private struct Key: Hashable {
    let path: ByteText
    let opening: Bool
  }

  private let lock = NSLock()
  /// Guarded by `lock`.
  private var known: [Key: NginxRun.Look] = [:]

  func look(_ path: ByteText, opening: Bool, _ findOut: () -> NginxRun.Look) -> NginxRun.Look {
    let key = Key(path: path, opening: opening)
    if let answer = lock.withLock({ known[key] }) { return answer }
    let answer = findOut()
    lock.withLock { known[key] = answer }
    return answer
  }
}
