internal import Content
internal import Escaping
internal import Theme

/// A file of the index: a script that hands over one value a line, so that it can be loaded from `file://` and under
/// `script-src 'self'`.
struct IndexScript {
  static let function = "interludeSearch"

  /// Names a part by its content.
  static func name(_ value: String) -> String { name(Array(value.utf8)[...]) }

  private static func name(_ value: ArraySlice<UInt8>) -> String { String(Fingerprint(value).hex.prefix(10)) }

  static func call(_ name: String, _ value: String) -> String {
    "\(function)(\(JSON.quoted(name)),\(value))\n"
  }

  /// Where the value begins in the file of a part.
  static func valueOffset(name: String) -> Int { function.utf8.count + name.utf8.count + 4 }

  /// A part in a file of its own, and its name.
  static func file(_ value: String, in folder: String) -> (name: String, file: OutputFile) {
    file(Array(value.utf8), in: folder)
  }

  /// The same of a value in UTF-8.
  static func file(_ value: [UInt8], in folder: String) -> (name: String, file: OutputFile) {
    let name = name(value[...])
    var bytes: [UInt8] = []
    bytes.reserveCapacity(value.count + function.utf8.count + name.utf8.count + 6)
    bytes += "\(function)(\(JSON.quoted(name)),".utf8
    bytes += value
    bytes += ")\n".utf8
    return (name, OutputFile(path: "\(folder)\(name).js", bytes: bytes))
  }
}
