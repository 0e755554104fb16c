public import Packing

/// What a build keeps of the search for the next one: of each language, what its index was made from.
///
/// It has two parts. The long columns and lists are written once, by a whole build, and of the lists only what an edit
/// touches is read again. What changes with every edit is small, and holds the differences.
public struct SearchMemory: Sendable {
  var indexes: [IndexMemory]

  init(_ indexes: [IndexMemory]) { self.indexes = indexes }

  /// The long part, piece by piece; to be called once, before `pack`, after a whole build.
  public mutating func store() -> (pieces: [DeferredBytes], length: Int) {
    var pieces: [DeferredBytes] = []
    var length = 0
    for index in indexes.indices {
      pieces += indexes[index].store(at: length)
      length = indexes[index].places?.end ?? length
    }
    return (pieces, length)
  }

  public func pack(into writer: inout PackedWriter) {
    writer.list(indexes) { $1.pack(into: &$0) }
  }

  /// - Parameter read: reads a range of bytes of the long part; nil if that fails.
  public init(from reader: inout PackedReader, read: @escaping @Sendable (Range<Int>) -> [UInt8]?) {
    indexes = reader.list { reader -> IndexMemory? in
      let index = IndexMemory(from: &reader, read: read)
      if index == nil { reader.reject() }
      return index
    }.compactMap { $0 }
  }
}
