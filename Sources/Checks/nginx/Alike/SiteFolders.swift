import ProxyConfig

/// Which folders are certainly not on this machine, so that all that is known of files in them is their names.
struct SiteFolders {
  private let files: any FileView
  private let shown: [String]

  init(_ options: Machine, main: String) {
    files = RememberedFiles(options.files)
    shown = options.shownFolders(main: main)
  }

  /// - Parameter folder: a path without its first slash, as ``SiteText`` has it.
  func isElsewhere(_ folder: String) -> Bool {
    let path = "/" + folder
    let below = path + "/"
    guard !shown.contains(where: { below.hasPrefix($0) || $0.hasPrefix(below) }) else { return false }
    do throws(FileTrouble) {
      _ = try files.status(of: path)
      return false
    } catch {
      guard error == .missing else { return false }
    }
    // A folder around it that is here and closed to strangers closes it as well.
    var outer = PathText.parent(path)
    while outer != "/", !outer.isEmpty {
      if let status = try? files.status(of: outer), status.mode & 0o001 == 0 { return false }
      outer = PathText.parent(outer)
    }
    return true
  }
}
