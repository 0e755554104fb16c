internal import CStemmer

/// Snowball's stemmer of a language; words stay as they are in languages it has none for.
final class Stemmer {
  private let handle: OpaquePointer?

  init(_ language: String) {
    let primary = language.split(separator: "-").first.map(String.init) ?? language
    handle = unsafe sb_stemmer_new(primary, "UTF_8")
  }

  deinit {
    if let handle = unsafe handle { unsafe sb_stemmer_delete(handle) }
  }

  /// Hands the stem of a word to `body`, which must not keep the bytes.
  func withStem<Result>(
    of word: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard let handle = unsafe handle, let start = word.baseAddress,
      let stem = unsafe sb_stemmer_stem(handle, start, Int32(word.count))
    else { return unsafe body(word) }
    return unsafe body(UnsafeBufferPointer(start: stem, count: Int(sb_stemmer_length(handle))))
  }
}
