import Foundation

/// Writes a Swift file that holds the text files below some folders: `embed OUTPUT ROOT FOLDER…`.
@main
struct Embed {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 3 else {
      FileHandle.standardError.write(Data("usage: embed OUTPUT ROOT FOLDER…\n".utf8))
      exit(2)
    }
    let root = URL(fileURLWithPath: arguments[2])
    var source = "// Made from the package's templates and content; not to be edited.\n\n"
    source += "let embeddedFiles: [(path: StaticString, text: StaticString)] = [\n"
    for folder in arguments[3...] {
      for path in try paths(below: root, folder) {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        source += "  (\(literal(path)), \(literal(text))),\n"
      }
    }
    source += "]\n"
    try source.write(to: URL(fileURLWithPath: arguments[1]), atomically: true, encoding: .utf8)
  }

  /// Regular files below a folder, without hidden ones, in ascending order.
  private static func paths(below root: URL, _ folder: String) throws -> [String] {
    var found: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
    where !name.hasPrefix(".") && !name.hasSuffix("~") {
      let path = "\(folder)/\(name)"
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder) else {
        continue
      }
      found += isFolder.boolValue ? try paths(below: root, path) : [path]
    }
    return found.sorted()
  }

  /// A Swift string literal on one line.
  private static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
