import Foundation
import ProxyConfig

/// What was found at paths: a survey follows thousands of requests to the same few pages.
final class NginxOpenCache: @unchecked Sendable {
  private struct Key: Hashable {
    let path: ByteText
    let opening: Bool
  }

  private let lock = NSLock()
  /// Guarded by `lock`.
  private var known: [Key: NginxRun.OpenResult] = [:]

  func look(_ path: ByteText, opening: Bool, _ findOut: () -> NginxRun.OpenResult) -> NginxRun.OpenResult {
    let key = Key(path: path, opening: opening)
    if let answer = lock.withLock({ known[key] }) { return answer }
    let answer = findOut()
    lock.withLock { known[key] = answer }
    return answer
  }
}
