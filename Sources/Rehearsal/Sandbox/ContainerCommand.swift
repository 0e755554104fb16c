import Escaping
import Foundation
import ProxyConfig

/// The command that rehearses in a container, for machines on which users get no namespaces.
///
/// The container is this machine's programs and files, read-only and at the same paths, so that the image does not matter and the
/// very same proxy runs.
public struct ContainerCommand {
  /// The command's own words, from the program's name on.
  private let arguments: [String]
  private let needed: [String]
  private let written: [String]
  private let isKept: Bool
  /// Whether a path of the command starts here.
  private let startsHere: Bool

  /// - Parameters:
  ///   - arguments: after the program's name.
  ///   - needed: files and folders that are read.
  ///   - written: a file that is to be written.
  ///   - isKept: whether somebody looks on with a browser, which needs the machine's loopback.
  public init(_ arguments: [String], needed: [String], written: String?, isKept: Bool) {
    self.arguments = arguments
    self.needed = needed.map(Self.absolute)
    self.written = written.map { [PathText.parent(Self.absolute($0))] } ?? []
    self.isKept = isKept
    startsHere = (needed + [written].compactMap { $0 }).contains { !$0.hasPrefix("/") }
  }

  /// What programs of this machine need to run.
  private static let system = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store", "/etc/ld.so.cache", "/etc/passwd",
    "/etc/group", "/etc/alternatives", "/etc/ssl", "/etc/pki", "/etc/mime.types", "/etc/localtime",
  ]

  public var text: String {
    let engine = Programs.find("docker") == nil && Programs.find("podman") != nil ? "podman" : "docker"
    var words = [engine, "run", "--rm", "--network", isKept ? "host" : "none"]
    words += isKept ? ["--interactive", "--tty"] : []
    words += ["--cap-add", "SYS_ADMIN", "--cap-add", "NET_ADMIN"]
    for option in ["seccomp=unconfined", "apparmor=unconfined", "label=disable"] {
      words += ["--security-opt", option]
    }
    let own = Sandbox.program
    let here = FileManager.default.currentDirectoryPath
    let wanted = Self.system.filter { access($0, F_OK) == 0 } + [own] + needed + (startsHere ? [here] : [])
    for path in Self.topmost(written) { words += Self.mount(path, isReadOnly: false) }
    for path in Self.topmost(wanted) where !written.contains(path) { words += Self.mount(path, isReadOnly: true) }
    words += ["--workdir", startsHere ? here : "/", "debian:stable-slim", own]
    return ShellText.line(words + arguments.filter { $0 != "--in-container" })
  }

  private static func absolute(_ path: String) -> String {
    PathText.normal(FileManager.default.currentDirectory(joining: path))
  }

  /// Without what lies below another.
  private static func topmost(_ paths: [String]) -> [String] {
    var kept: [String] = []
    for path in Set(paths).sorted(by: { ($0.count, $0) < ($1.count, $1) }) {
      if !kept.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) { kept.append(path) }
    }
    return kept.sorted()
  }

  /// A path with a colon needs the longer form, whose parts are those of a CSV line.
  private static func mount(_ path: String, isReadOnly: Bool) -> [String] {
    guard path.contains(":") else { return ["--volume", "\(path):\(path)\(isReadOnly ? ":ro" : "")"] }
    let parts = ["type=bind", "source=\(path)", "target=\(path)"] + (isReadOnly ? ["readonly"] : [])
    let fields = parts.map { part in
      part.contains(where: { ",\"".contains($0) }) ? "\"\(part.replacing("\"", with: "\"\""))\"" : part
    }
    return ["--mount", fields.joined(separator: ",")]
  }
}
