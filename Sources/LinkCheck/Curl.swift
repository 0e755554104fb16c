internal import Dispatch
internal import Foundation

/// Asks with the system's curl, which brings TLS, the system's certificates, proxies and every version of HTTP: a library for
/// that would make the program larger by half, and trust a list of certificates of its own.
public struct Curl: Sendable {
  /// What the program calls itself, so that a server's owner can tell who asks.
  let agent: String
  /// For one address, with all redirects, in seconds.
  let limit: Int

  public init(agent: String, limit: Int = 30) { (self.agent, self.limit) = (agent, limit) }

  /// - Parameter method: `HEAD`, or `GET` for servers that do not know it. What a page holds is thrown away.
  public func ask(_ address: String, method: Method) async -> Answer {
    // On a thread of its own: waiting for a process would keep one of the few that tasks run on.
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: run(address, method)) }
    }
  }

  public enum Method: Sendable { case head, get }

  private func run(_ address: String, _ method: Method) -> Answer {
    let (process, output, problems) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // `--disable` comes first: it leaves out the settings of whoever runs this.
    process.arguments =
      ["curl", "--disable", "--silent", "--show-error", "--globoff", "--location", "--max-redirs", "10"]
      + ["--proto", "=http,https", "--proto-redir", "=http,https", "--suppress-connect-headers"]
      + ["--connect-timeout", "10", "--max-time", String(limit), "--user-agent", agent, "--header", "Accept: */*"]
      + ["--dump-header", "-", "--output", "/dev/null", "--write-out", "\n%{url_effective}"]
      + (method == .head ? ["--head"] : []) + ["--url", address]
    process.standardOutput = output
    process.standardError = problems
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return .noCurl }
    let heads = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    let said = (try? problems.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    switch process.terminationStatus {
    // A body that breaks off (18) or cannot be decoded (61) comes after the answer.
    case 0, 18, 61: return Answer(heads: String(decoding: heads, as: UTF8.self))
    // env's answer when there is no such program.
    case 127: return .noCurl
    case let code:
      let message = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
      return .failure(.init(exitCode: code), String(message.drop { $0 != ")" }.dropFirst().drop { $0 == " " }))
    }
  }
}
