public import Foundation
import Testing

/// The program under test, as a user would start it.
public enum Interlude {
  /// `INTERLUDE_BINARY` if set; otherwise what was built beside the tests.
  public static var binary: URL {
    if let path = ProcessInfo.processInfo.environment["INTERLUDE_BINARY"], !path.isEmpty {
      return URL(fileURLWithPath: path)
    }
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let tests = bundle ?? (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
    return tests.deletingLastPathComponent().appending(path: "interlude")
  }

  public static func run(
    _ arguments: String..., in folder: URL? = nil, killAfter: Duration? = nil
  ) async throws -> Command {
    try await Command.run(binary, arguments, in: folder, killAfter: killAfter)
  }

  /// Whether a switch of the environment is on, such as `INTERLUDE_SERVERS`.
  public static func isOn(_ name: String) -> Bool {
    ProcessInfo.processInfo.environment[name] == "1"
  }
}
