import Foundation
import TestSupport

/// The generated configuration with other ports, paths and times, and nothing else changed.
enum Substitution {
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// Every text that is to be replaced has to be there; otherwise the test would prove something else.
  static func apply(_ replacements: KeyValuePairs<String, String>, to text: String, of name: String) throws -> String {
    var text = text
    for (old, new) in replacements {
      guard text.contains(old) else { throw Missing(description: "\(name) does not contain “\(old)”") }
      text = text.replacingOccurrences(of: old, with: new)
    }
    return text
  }

  /// A file of `config/`, with replacements.
  static func read(_ path: String, of site: BuiltSite, _ replacements: KeyValuePairs<String, String>) throws -> String {
    let text = try String(decoding: site.bytes("error-pages/config/\(path)"), as: UTF8.self)
    return try apply(replacements, to: text, of: path)
  }
}
