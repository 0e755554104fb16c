/// What a page rests on: something that was read at an address, or a program that was seen doing what the page says.
public struct Evidence: Sendable, Hashable {
  public let url: String?
  /// What was read or seen, in a few words.
  public let what: String?
  /// The program it was seen on, and that program's version.
  public let program: String?
  public let version: String?
  /// The day it was read or seen.
  public let date: Day?

  init(url: String?, what: String? = nil, program: String? = nil, version: String? = nil, date: Day? = nil) {
    (self.url, self.what, self.program, self.version, self.date) = (url, what, program, version, date)
  }

  /// “nginx 1.22.1”; nil for what was only read.
  public var seenOn: String? { program.map { program in version.map { "\(program) \($0)" } ?? program } }
}
