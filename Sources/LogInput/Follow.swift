#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Waits at the end of a growing file, as `tail -F` does: for more bytes, for a truncated file to begin anew, and for
/// another file of the same name after a rotation.
struct Follow {
  let path: String

  /// Microseconds between two looks.
  private static let pause: UInt32 = 200_000

  /// Returns when there may be more to read from `descriptor`, which may be another file by then.
  func wait(for descriptor: inout OpenDescriptor, name: String) throws(LogInputError) {
    while true {
      usleep(Self.pause)
      guard let state = descriptor.state else { throw OpenDescriptor.error(name) }
      if state.length > state.position { return }
      if state.length < state.position {
        descriptor.rewind()
        return
      }
      // Between the two steps of a rotation there may be no file of that name.
      guard let next = try? OpenDescriptor(path: path), let nextState = next.state else { continue }
      if nextState.device != state.device || nextState.inode != state.inode {
        descriptor = next
        return
      }
    }
  }
}
