/// Is told what a build is doing, and takes the time if it likes: nothing here reads a clock or knows a terminal.
public protocol BuildObserver: Sendable {
  /// A stage begins, and the one before it has ended.
  func begin(_ stage: BuildStage)
  /// Does a stage that is made beside the present one.
  func beside<Result: Sendable>(_ stage: BuildStage, _ work: @Sendable () async -> Result) async -> Result
  /// Puts a file into the next tree; called from several tasks at once.
  func write<Result>(_ work: () -> Result) -> Result
}

/// Lets a build go on unwatched.
public struct NoObserver: BuildObserver {
  public init() {}
  public func begin(_ stage: BuildStage) {}
  public func beside<Result: Sendable>(_ stage: BuildStage, _ work: @Sendable () async -> Result) async -> Result {
    await work()
  }
  public func write<Result>(_ work: () -> Result) -> Result { work() }
}

/// A part of a build.
public enum BuildStage: Sendable, Equatable {
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
  public var name: String {
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
  public var note: String {
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
