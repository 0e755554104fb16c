public import Content
internal import Diagnostics

/// What a build is asked for: which folder, which options, with how many cores.
public struct BuildOptions: Sendable {
  public var source: String
  public var baseURL: String?
  public var includesDrafts: Bool
  public var jobs: Int
  public var today: Day?
  public var program: ProgramIdentity
  /// Whether the history of the repository around the folder is asked for the days of the last changes.
  public var readsHistory = true
  /// The search engine that documents are written for, too.
  public var searchExport: SearchEngineKind?
  /// Whether warnings keep a build from being published, as errors do.
  public var isStrict = false
  /// Whether every file is written anew, also those that did not change.
  public var isClean = false
  /// Whether stages that need nothing of each other may be made side by side, when nobody asked for fewer cores.
  public var usesAllCores = true
  /// Whether the outlines are packed for the next build while pages are made, if there is a core for it, and not when
  /// somebody asks for them.
  public var packsEarly = false
  /// Where the output goes: a large site's long texts wait in a file near it. Nil keeps them in memory.
  public var output: String?
  /// So many bytes of content stay in memory all the same.
  public var largestInMemory = 24 << 20

  public init(
    source: String, baseURL: String? = nil, includesDrafts: Bool = false, jobs: Int, today: Day?,
    program: ProgramIdentity
  ) {
    self.source = source
    self.baseURL = baseURL
    self.includesDrafts = includesDrafts
    self.jobs = jobs
    self.today = today
    self.program = program
  }

  /// The day whose answers a build gives, as text.
  var day: String { today?.description ?? "" }

  var isSideBySide: Bool { usesAllCores && jobs > 1 }

  var loading: SiteLoader.Options {
    var options = SiteLoader.Options()
    options.includesDrafts = includesDrafts
    options.baseURL = baseURL
    options.jobs = jobs
    options.today = today
    return options
  }
}

extension Report {
  /// Whether these problems keep a build from being published.
  func preventsPublishing(isStrict: Bool) -> Bool {
    hasErrors || isStrict && count(of: .warning) > 0
  }
}
