/// Bytes of a file that are not made before they are written, so that a long file never lies in memory as a whole.
public typealias DeferredBytes = @Sendable () -> [UInt8]
