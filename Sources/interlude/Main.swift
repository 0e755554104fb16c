internal import ArgumentParser
internal import Diagnostics
internal import Escaping
internal import Foundation

/// Parses the command line, runs the command and sets the exit status: 0 clean, 1 findings or a failed build, 2 wrong
/// usage or unreadable input.
@main
enum Main {
  static func main() async {
    Console.fillClosedStreams()
    refuseBrokenArguments()
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
    if Console.reportLoss() { exit(ExitStatus.usage.rawValue) }
  }

  /// An argument that is not UTF-8 would become another file's name.
  private static func refuseBrokenArguments() {
    for (number, bytes) in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).enumerated()
    {
      guard let bytes, number > 0, String(validatingCString: bytes) == nil else { continue }
      Console.error("error: argument \(number) is not UTF-8: \(TerminalText.harmless(CommandLine.arguments[number]))")
      exit(ExitStatus.usage.rawValue)
    }
  }

  private static func finish(_ error: any Error) -> Never {
    if Console.reportLoss() { exit(ExitStatus.usage.rawValue) }
    if let problem = error as? UnreadableInput {
      Console.error("error: " + problem.message)
      exit(ExitStatus.usage.rawValue)
    }
    let code = Interlude.exitCode(for: error)
    guard code == .validationFailure else { Interlude.exit(withError: error) }
    Console.error(misspelt() ?? Interlude.fullMessage(for: error))
    exit(ExitStatus.usage.rawValue)
  }

  /// What to say of a first word that is no command; nil when it is one.
  private static func misspelt() -> String? {
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-") else { return nil }
    let names = Interlude.configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !names.contains(word) else { return nil }
    let near = NearestName.of(word, among: names).map { "did you mean interlude \($0)?" }
    return "Error: there is no command '\(word)'\nhelp: \(near ?? "interlude --help lists the commands")"
  }
}

/// The exit statuses that scripts rely on.
enum ExitStatus: Int32 {
  case findings = 1
  case usage = 2
  case undecided = 3

  var error: ExitCode { ExitCode(rawValue) }
}
