import Diagnostics
import ProxyConfig
import Trace

/// Why a page's file is not where nginx looks, so that exactly one rule speaks of it.
enum MissingCause: Equatable {
  /// The path's first folder stands in `root` already, or a slash is missing behind `alias`; the file is at `found`.
  case doubled(found: String)
  /// The address is a path on disk.
  case diskPath
  /// The address holds something that is not taken the way it is written.
  case literal
  /// `$status` is not the code because of `=`.
  case statusVariable
  /// A regular expression took the page.
  case takenPage
  /// An http-level page that other servers serve.
  case otherServers
  case plain

  static func of(_ call: PageCall, in project: NginxProject) -> MissingCause {
    let target = call.entry.target
    if project.takenPage(call) != nil { return .takenPage }
    if let found = doubled(call, in: project) { return .doubled(found: found) }
    if call.entry.override != nil, target.variableNames.contains("status") { return .statusVariable }
    let path = target.source.string
    if project.diskPath(of: call) != nil { return .diskPath }
    if call.entry.isPath, ["%", "//", "/../", "#"].contains(where: path.contains) { return .literal }
    if VhostLacksPage.concerns(call, in: project) { return .otherServers }
    return .plain
  }

  /// Where the file is when `root` and the path overlap.
  private static func doubled(_ call: PageCall, in project: NginxProject) -> String? {
    guard case .missingFile(let path) = call.ending, let directive = project.rootDirective(in: call.location),
      let word = directive.argument(1)?.string, call.entry.isPath, !word.contains("$")
    else { return nil }
    let uri = call.entry.target.source.string
    let folder = PathText.join(project.prefix, word.hasSuffix("/") ? String(word.dropLast()) : word)
    var candidates: [String] = []
    if directive.name == "root" {
      let parts = uri.split(separator: "/")
      for count in 1..<max(parts.count, 2) where folder.hasSuffix("/" + parts.prefix(count).joined(separator: "/")) {
        candidates.append(folder + "/" + parts.dropFirst(count).joined(separator: "/"))
      }
      // `root` is the file itself.
      if path.hasPrefix(folder + "/"), (try? project.files.status(of: folder))?.kind == .file { return folder }
    } else {
      let name = project.model.scope(call.location ?? 0).name?.text.string ?? ""
      if uri.hasPrefix(name), !word.hasSuffix("/") { candidates.append(folder + "/" + uri.dropFirst(name.count)) }
    }
    return candidates.map(PathText.normal).first { project.files.exists($0) }
  }
}

/// Addresses that are paths on disk by the look of them.
enum DiskPath {
  private static let folders = [
    "/var/", "/usr/", "/srv/", "/home/", "/etc/", "/opt/", "/mnt/", "/config/www/", "/app/public/",
  ]

  static func isLikely(_ path: String) -> Bool { folders.contains { path.hasPrefix($0) } }

  /// The path on disk that stands where a page's address is meant: the page is not found, or asked of the upstream.
  static func ofPage(_ visit: some FollowedError, _ loaded: some LoadedProxy) -> String? {
    var target: String?
    if case .errorPage(_, let written?)? = visit.firstHop?.step.event, !written.isEmpty { target = written }
    switch visit.ending {
    case .missingFile(let path):
      if let target { return isLikely(target) ? target : nil }
      // Where nobody tells the address, it is what stands behind the root's folder.
      let starts = path.indices.dropFirst().filter { path[$0] == "/" }
      return starts.map { String(path[$0...]) }.first { isLikely($0) && loaded.machineFiles.exists($0) }
    case .deadUpstream: return target.flatMap { isLikely($0) ? $0 : nil }
    // The page is refused in a folder that was never meant.
    case .denied, .other: return target.flatMap { isLikely($0) && loaded.machineFiles.exists($0) ? $0 : nil }
    default: return nil
    }
  }
}
