package import Diagnostics

/// One word of a Caddyfile, with everything that decides whether the next word is on the same line.
package struct CaddyToken: Sendable {
  package enum Quote: UInt8, Sendable { case none = 0, double = 0x22, backtick = 0x60, heredoc = 0x3C }

  package var text: ByteText
  package var quote: Quote
  /// The line as Caddy counts it: continued lines count as one.
  package var line: Int
  package var place: Place
  /// The file it was read from, by the name Caddy compares.
  package var file: String
  /// The chain of imports that brought it here, by its number in `CaddyImports`; 0 is none.
  var imports = 0
  /// The snippet it is part of.
  package var snippet: ByteText?

  package var isQuoted: Bool { quote != .none }

  /// How many lines the token itself spans beyond its first (`NumLineBreaks`).
  func lineBreaks(_ release: CaddyRelease) -> Int {
    let inside = text.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
    return release.isModern && quote == .heredoc ? inside + 2 : inside
  }

  /// Whether `next` begins a new line (`isNextOnNewLine`).
  func isBeforeNewLine(_ next: CaddyToken, _ release: CaddyRelease) -> Bool {
    if file != next.file { return true }
    if release.isModern, imports != next.imports { return true }
    return line + lineBreaks(release) < next.line
  }

  /// Whether `next` is an argument of the same line. 2.6 wants the very same line number, 2.11 any that is not later.
  func isOnLine(of next: CaddyToken, _ release: CaddyRelease) -> Bool {
    if release.isModern { return !isBeforeNewLine(next, release) }
    return file == next.file && line + lineBreaks(release) == next.line
  }

  /// The token with its quotation marks, as expressions keep them (`ValRaw`).
  var raw: ByteText {
    guard quote == .double || quote == .backtick else { return text }
    let mark = ByteText([quote.rawValue])
    return mark + text + mark
  }
}

/// Why Caddy refuses a configuration, and where.
package struct CaddyRefusal: Error, Sendable {
  package let message: String
  package let place: Place

  package init(_ message: String, at place: Place) {
    self.message = message
    self.place = place
  }

  var diagnostic: Diagnostic {
    Diagnostic("caddy-refuses", .error, message, at: place, notes: ["Caddy refuses to load the configuration."])
  }
}
