import Dispatch
import Foundation

/// Where Valgrind is told to begin counting: `--zero-before=interlude_counting_begins`, by the name in C.
enum Counting {
  static func begin() { countingBegins() }
}

@c(interlude_counting_begins) @inline(never) func countingBegins() {
  // Asks for something, so that it stays a function of its own.
  _ = getpid()
}

/// Asynchronous work, waited for on the main thread: Valgrind 3.19 cannot follow a program whose main thread ends.
enum Waiting {
  static func wait<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) throws -> Result {
    let box = Box<Result>()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      box.value = await work()
      done.signal()
    }
    done.wait()
    guard let value = box.value else { throw BenchError(message: "nothing came of it") }
    return value
  }

  /// Written before the signal, read after it.
  private final class Box<Value>: @unchecked Sendable {
    var value: Value?
  }
}
