/// A place outside memory for bytes that are wanted once more later, such as a file.
public protocol ByteStore: Sendable {
  /// Takes some bytes in and says where they are; nil when there is no room, so that whoever has them keeps them. Safe to
  /// call from several tasks at once.
  func put(_ bytes: [UInt8]) -> Range<Int>?

  /// What was put at a place. None when it cannot be read any more, which `failure` tells from then on.
  func bytes(at range: Range<Int>) -> [UInt8]

  /// Why something could not be read back; what was made meanwhile is of no use.
  var failure: String? { get }
}
