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

  func stem(_ word: String) -> String {
    guard let handle = unsafe handle else { return word }
    let bytes = Array(word.utf8)
    guard let stem = unsafe sb_stemmer_stem(handle, bytes, Int32(bytes.count)) else { return word }
    let count = Int(unsafe sb_stemmer_length(handle))
    return String(decoding: unsafe UnsafeBufferPointer(start: stem, count: count), as: UTF8.self)
  }
}
