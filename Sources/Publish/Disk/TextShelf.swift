internal import Content
internal import Packing
internal import Synchronization

/// Takes the texts of a large site out of memory while they are read.
public final class TextShelf: Sendable {
  private let limit: Int
  private let path: String
  private let state = Mutex(State())

  private struct State: Sendable {
    /// Bytes that were read so far.
    var size = 0
    /// Made when there are more than the limit. There may be no room for it, and then memory holds the texts.
    var store: ScratchFile?
    var isTried = false
  }

  /// - Parameters:
  ///   - limit: so many bytes stay in memory.
  ///   - path: where the build's output goes, near which there is room for what waits.
  public init(keeping limit: Int, near path: String) {
    (self.limit, self.path) = (limit, path)
  }

  /// Nil while all texts are in memory.
  var store: ScratchFile? { state.withLock { $0.store } }

  /// What is left of a file's bytes; nil if they stay in memory. Only texts that are parsed once are worth putting away.
  func take(_ bytes: [UInt8], of path: String) -> ContentFolder.Contents? {
    let store = state.withLock { state in
      state.size += bytes.count
      if state.size > limit, !state.isTried {
        state.isTried = true
        state.store = ScratchFile(near: self.path)
      }
      return state.store
    }
    guard let store, path.hasPrefix("articles/"), path.hasSuffix(".md"),
      let shelved = ShelvedBytes(bytes, in: store)
    else { return nil }
    shelved.release()
    return .shelved(shelved)
  }
}
