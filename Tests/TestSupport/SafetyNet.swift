public import Testing

/// What ends a test that hangs. It is far above what anything takes, because a test on a busy machine may be given a
/// twentieth of it: how fast the program is, the benchmarks say.
public enum SafetyNet {
  public static let seconds = 1200
}

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs.
  public static var safetyNet: Self { .timeLimit(.minutes(SafetyNet.seconds / 60)) }
}
