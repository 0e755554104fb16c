import ProxyConfig

/// The files that HAProxy reads when it starts: pages, maps, lists.
///
/// A configuration is often checked where its pages are not. When the folder of a file is not on this machine, the file is
/// taken to be in it, since HAProxy would not start otherwise; a folder that is here is believed.
struct MachineFiles: Sendable {
  let files: any FileView
  /// Whether a folder is here as HAProxy has it.
  let believes: @Sendable (_ folder: String) -> Bool

  /// The bytes of a file; nil when its folder is on another machine.
  func read(_ path: String, _ help: String) throws(Refusal) -> [UInt8]? {
    // Empty on every machine: the usual way to say nothing at all.
    if path == "/dev/null" { return [] }
    do throws(FileTrouble) {
      return try files.read(path)
    } catch {
      if isElsewhere(path), error == .missing || error == .notADirectory { return nil }
      throw Refusal("\(path) \(error.explanation)", help: help)
    }
  }

  func isElsewhere(_ path: String) -> Bool { !believes(PathText.normal(PathText.parent(path))) }
}
