internal import Synchronization

/// Bytes that lie in a store, and in memory only while somebody works with them.
public final class ShelvedBytes: Sendable {
  public let count: Int
  private let store: any ByteStore
  private let place: Range<Int>
  private let held: Mutex<[UInt8]?>

  /// Nil when the store has no room. Until the first `release` the bytes are in memory as well.
  public init?(_ bytes: [UInt8], in store: any ByteStore) {
    guard let place = store.put(bytes) else { return nil }
    (count, self.store, self.place) = (bytes.count, store, place)
    held = Mutex(bytes)
  }

  /// Read anew each time, unless they are held.
  public var bytes: [UInt8] { held.withLock { $0 } ?? store.bytes(at: place) }

  /// Keeps the bytes in memory until `release`.
  public func hold() {
    held.withLock { if $0 == nil { $0 = store.bytes(at: place) } }
  }

  public func release() { held.withLock { $0 = nil } }
}
