internal import ArgumentParser
internal import Foundation

/// Parses the command line, runs the command and sets the exit status: 0 clean, 1 findings or a failed build, 2 wrong
/// usage or unreadable input.
@main
enum Main {
  static func main() async {
    do {
      var command = try Interlude.parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      finish(error)
    }
  }

  private static func finish(_ error: any Error) -> Never {
    let code = Interlude.exitCode(for: error)
    guard code == .validationFailure else { Interlude.exit(withError: error) }
    Console.error(Interlude.fullMessage(for: error))
    exit(ExitStatus.usage.rawValue)
  }
}

/// The exit statuses that scripts rely on.
enum ExitStatus: Int32 {
  case findings = 1
  case usage = 2

  var error: ExitCode { ExitCode(rawValue) }
}
