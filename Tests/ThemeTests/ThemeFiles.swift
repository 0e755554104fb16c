import Diagnostics
import Foundation
import TestSupport
import Theme

/// The theme as it lies in `templates/`.
enum ThemeFiles {
  static let sources: TemplateSources = {
    let folder = Fixture(name: "templates", url: PackageFolder.root.appending(path: "templates"))
    let files = folder.files().map { ($0.key, Source(name: "templates/\($0.key)", bytes: $0.value)) }
    return TemplateSources(builtIn: Dictionary(uniqueKeysWithValues: files))
  }()

  static func text(_ path: String) -> String {
    sources.files[path].map { $0.text(0..<$0.bytes.count) } ?? ""
  }
}
