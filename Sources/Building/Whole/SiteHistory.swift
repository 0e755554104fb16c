internal import Content
internal import Diagnostics
internal import Dispatch
internal import Publish

/// When the author's files were last changed, as the repository around them tells.
enum SiteHistory {
  /// The days of the last changes by the names of the sources, and why they are not known.
  static func days(of content: ContentFolder) async -> (days: [String: Day], report: Report) {
    let paths = content.files.map(\.path).filter { $0.hasSuffix(".md") }
    // On a thread of its own: waiting for a process would keep one of the few that tasks run on.
    let history = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: GitHistory(of: content.name, paths: paths)) }
    }
    return (
      Dictionary(history.days.map { ("\(content.name)/\($0.key)", $0.value) }, uniquingKeysWith: { first, _ in first }),
      history.report
    )
  }
}
