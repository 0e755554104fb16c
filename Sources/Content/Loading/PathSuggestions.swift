internal import Diagnostics

/// Finds the file somebody probably meant by a path that does not exist.
struct PathSuggestions: Sendable {
  private let paths: [String]
  private let stems: NameList
  private let byStem: [String: Int]

  init(_ candidates: some Sequence<String>) {
    paths = candidates.sorted()
    let names = paths.map(Self.stem)
    stems = NameList(names)
    byStem = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A file of the same name elsewhere, else one whose name is close or holds the wanted name, else nil. Ties go to the
  /// first path.
  func nearest(_ path: String) -> String? {
    let name = Self.stem(path)
    if name != "index", let same = byStem[name] { return paths[same] }
    let close = stems.nearest(to: name) ?? (name.utf8.count < 4 ? nil : stems.first(containing: name))
    return close.map { paths[$0] }
  }

  private static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
