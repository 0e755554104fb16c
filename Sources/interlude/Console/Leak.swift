/// Memory that is never given back, on purpose.
enum Leak {
  /// Keeps a large value of a command that is about to end: the system takes back the whole process's memory at once, which
  /// is quicker than to give it back piece by piece.
  static func untilExit(_ value: any Sendable) { _ = Unmanaged.passRetained(Kept(value)) }

  private final class Kept: Sendable {
    let value: any Sendable
    init(_ value: any Sendable) { self.value = value }
  }
}
