/// A packed value under a seal: what it is, by which format, and a checksum over all of it.
public enum SealedFile {
  /// `payload` behind its seal. `kind` names the format and its version.
  public static func seal(_ payload: PackedWriter, kind: String) -> [UInt8] {
    Array(pieces(payload, kind: kind).joined())
  }

  /// The same in two pieces, so that a long payload need not be copied.
  public static func pieces(_ payload: PackedWriter, kind: String) -> [[UInt8]] {
    var seal = PackedWriter()
    seal.text(kind)
    seal.number(Hash64.of(payload.bytes))
    return [seal.bytes, payload.bytes]
  }

  /// A reader of the payload; nil when the bytes are of another kind, cut short or damaged.
  public static func open(_ bytes: [UInt8], kind: String) -> PackedReader? {
    var header = PackedWriter()
    header.text(kind)
    let start = header.bytes.count
    guard bytes.count >= start + 8, bytes.starts(with: header.bytes) else { return nil }
    var reader = PackedReader(bytes, from: start)
    let sum = reader.unsigned()
    var hash = Hash64()
    bytes.withUnsafeBytes { hash.combine(UnsafeRawBufferPointer(rebasing: $0[(start + 8)...])) }
    return hash.value == sum ? reader : nil
  }
}
