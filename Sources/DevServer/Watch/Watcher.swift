internal import Publish

/// Notices changes in an author's folder: by the system's own notices where there are any, and always by looking.
///
/// Notices do not come from network file systems, from some mounts in containers, nor when the system's limit of watches
/// is reached; looking costs a little and always works.
struct Watcher: Sendable {
  let source: String
  let gate: ChangeGate
  /// Off only to test what happens without.
  var usesNotices = true

  /// What a person should know of the way changes are noticed; nil if all is well.
  typealias Note = @Sendable (String) -> Void

  func run(note: Note) async {
    let noticed = NoticedPaths()
    #if os(Linux) && canImport(Glibc)
      let notices = FolderNotices(source: source) { paths in
        Task {
          await noticed.add(paths)
          await gate.add(paths)
        }
      }
      var hasNotices = usesNotices && notices.start()
      defer { notices.stop() }
    #else
      var hasNotices = false
    #endif
    if !hasNotices { note("the system gives no notice of changes; looking every half second instead") }
    var last = SourceState(of: source)
    while !Task.isCancelled {
      // Under two seconds is idle for a few hundred files; the pause grows with what there is to look at.
      let pause = hasNotices ? 2000 + last.files.count : 500 + last.files.count / 20
      guard (try? await Task.sleep(for: .milliseconds(pause))) != nil else { return }
      let present = SourceState(of: source)
      let changed = present.differences(from: last)
      last = present
      let known = await noticed.take()
      let news = changed.filter { !known.contains($0) }
      if !news.isEmpty { await gate.add(news) }
      #if os(Linux) && canImport(Glibc)
        if hasNotices, !notices.isComplete {
          hasNotices = false
          note("the system's limit of watched folders is reached; looking every half second instead")
        }
      #endif
    }
  }
}

/// What notices have told of since the last look, so that nothing is built twice.
private actor NoticedPaths {
  private var paths: Set<String> = []

  func add(_ new: some Sequence<String>) { paths.formUnion(new) }

  func take() -> Set<String> {
    defer { paths = [] }
    return paths
  }
}
