import CSandbox
import Foundation

/// Where a rehearsal happens: a private mount, network and process namespace in which nothing can be harmed.
public enum Sandbox {
  /// Whether this process is the one inside.
  public static var isHere: Bool { ProcessInfo.processInfo.environment[SANDBOX_NETWORK] != nil }

  /// The network of everybody but the proxy; nil where there is only one.
  static var otherNetwork: Int32? {
    let handle = ProcessInfo.processInfo.environment[SANDBOX_NETWORK].flatMap { Int32($0) } ?? -1
    return handle < 0 ? nil : handle
  }

  /// Whether every user of the machine is known here, so that a server can change to one.
  static let hasEveryUser: Bool = {
    let map = (try? String(contentsOfFile: "/proc/self/uid_map", encoding: .utf8)) ?? ""
    return (map.split(whereSeparator: \.isWhitespace).dropFirst(2).first.flatMap { Int($0) } ?? 0) > 65_535
  }()

  /// This program's own file.
  static let program =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]

  /// Why there is no such place on this machine.
  public struct Refusal: Error, Sendable {
    public let reason: String
  }

  /// Runs this program again with the same arguments inside, and waits for it.
  ///
  /// Only the main thread may do this: what runs inside ends with the thread that started it.
  ///
  /// - Returns: its exit status.
  public static func run() throws(Refusal) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }
    var problem = [CChar](repeating: 0, count: 300)
    let status = sandbox_run(arguments, &problem, problem.count)
    guard status < 0 else { return status }
    let text = problem.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    throw Refusal(reason: String(decoding: text, as: UTF8.self))
  }

  /// Seconds since some moment.
  static var now: Double { sandbox_seconds() }
}
