internal import CSandbox
internal import Foundation
internal import Rehearsal

/// What somebody types while a demonstration goes on: keys of a terminal, or lines of anything else.
enum Keys {
  private static let name = "INTERLUDE_KEYS"

  /// Prepares the terminal, before the process inside is started; it is put right again when this process ends.
  static func begin() {
    let isOurs = Console.isTerminal(STDIN_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp()
    if isOurs, sandbox_read_keys() == 0 {
      setenv(name, "keys", 1)
    } else {
      // A command in the background gets nothing from its terminal.
      setenv(name, Console.isTerminal(STDIN_FILENO) ? "nothing" : "lines", 1)
    }
  }

  static func end() { sandbox_read_lines() }

  /// Hands over what is typed until somebody ends it; with nobody to type, for ever.
  static func each(_ body: (DemonstrationCommand?) -> Bool) {
    switch ProcessInfo.processInfo.environment[name] {
    case "keys":
      var bytes = [UInt8](repeating: 0, count: 64)
      while true {
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        // The terminal is gone.
        guard count > 0 else { return }
        // Arrows and the like are several bytes.
        if bytes[0] == 0x1B { continue }
        for byte in bytes[..<count] where byte > 0x20 || byte == 0x09 || byte == 0x20 || byte == 0x04 {
          guard body(DemonstrationCommand(key: byte)) else { return }
        }
      }
    case "lines":
      while let line = readLine() {
        if line.allSatisfy(\.isWhitespace) { continue }
        guard body(DemonstrationCommand(line: line)) else { return }
      }
      fallthrough
    default: while true { pause() }
    }
  }
}
