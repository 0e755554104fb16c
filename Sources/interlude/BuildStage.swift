/// A part of a build, for whoever watches it.
enum BuildStage: Sendable {
  /// Holding the folder and the output against what the last build left.
  case comparing
  case reading(String)
  case checking(files: Int)
  case errorPages(Int)
  case helpSite
  case search
  /// Making the pages that an edit concerns.
  case changes
  case publishing(files: Int)

  /// In one word, for tables.
  var name: String {
    switch self {
    case .comparing: "compare"
    case .reading: "read"
    case .checking: "check"
    case .errorPages: "error pages"
    case .helpSite: "help site"
    case .search: "search index"
    case .changes: "changed pages"
    case .publishing: "publish"
    }
  }

  /// What is being done, for a person who waits.
  var note: String {
    switch self {
    case .comparing: "looking for changes"
    case .reading(let folder): "reading \(folder)"
    case .checking(let files): "checking \(files) files"
    case .errorPages(let count): "making \(count) error pages"
    case .helpSite: "making the help site"
    case .search: "making the search index"
    case .changes: "making what has changed"
    case .publishing(let files): "publishing \(files) files"
    }
  }
}
