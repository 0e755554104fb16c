import Checks
import Diagnostics
import ProxyConfig

/// The files of httpd's machine, of which folders may not be here: pages in those are taken to be there.
struct ServedFiles: FileView {
  private let base: AssumedFiles
  /// Folders that the configuration serves files from.
  private let folders: Set<String>

  init(_ machine: Machine, _ model: ApacheModel) {
    var folders: Set<String> = []
    var names: Set<String> = []
    func add(_ settings: Settings) {
      for case .path(let written) in settings.errorDocuments.values {
        names.insert(PathText.name((written.text.cut("?")?.before ?? written.text).string))
      }
      for section in settings.files { add(section.settings) }
      for section in settings.conditions { add(section.settings) }
    }
    for server in model.servers {
      // Where nothing names the folder, it may be named in a file that is not here.
      folders.insert((server.documentRoot ?? model.config.usualRoot).string)
      for entry in server.aliasEntries where entry.pattern == nil {
        folders.insert(PathText.normal(PathText.join(model.config.serverRoot, entry.target?.string ?? "")))
      }
      add(server.settings)
      for section in server.directories + server.locations { add(section.settings) }
    }
    folders.remove("/")
    self.folders = folders
    base = AssumedFiles(machine, main: model.config.main.name, folders: folders, names: names)
  }

  func isElsewhere(_ path: String) -> Bool { base.isElsewhere(path) }
  func read(_ path: String) throws(FileTrouble) -> [UInt8] {
    do throws(FileTrouble) { return try base.read(path) } catch {
      if isElsewhere(path), (try? status(of: path))?.kind == .file { return [] }
      throw error
    }
  }
  func names(in directory: String) throws(FileTrouble) -> [String] { try base.names(in: directory) }

  func status(of path: String) throws(FileTrouble) -> FileStatus {
    do throws(FileTrouble) { return try base.status(of: path) } catch {
      let normal = PathText.normal(path)
      // A folder that is elsewhere is one, and so are those above it.
      if folders.contains(where: { ($0 == normal || $0.hasPrefix(normal + "/")) && base.isElsewhere($0) }) {
        return FileStatus(kind: .directory)
      }
      throw error
    }
  }
}
