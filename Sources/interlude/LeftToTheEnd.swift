/// What a command that is about to end holds to its end: the system takes back the whole process's memory at once, which is
/// quicker than to give a large site back piece by piece.
enum LeftToTheEnd {
  static func leave(_ value: consuming some Sendable) { _ = Unmanaged.passRetained(Box(value)) }

  private final class Box<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: consuming Value) { self.value = value }
  }
}
