public import Diagnostics

/// Reads an nginx configuration: one file, a tree of includes, or the output of `nginx -T`.
public enum NginxReader {
  /// Reads `path` and everything it includes. A file that cannot be read gives an empty tree with an error in its report.
  public static func read(_ path: String, files: any FileView) -> ConfigTree {
    do throws(FileTrouble) {
      return read(Source(name: path, bytes: try files.read(path)), files: files)
    } catch {
      let problem = Diagnostic("unreadable-file", .error, "\(path) \(error.explanation)", at: Place(file: path))
      return ConfigTree(
        kind: .nginx, main: Source(name: path, bytes: []), directives: [], sources: [], report: Report([problem]))
    }
  }

  /// Reads a main file that is in memory already; its name says where relative includes start.
  public static func read(_ source: Source, files: any FileView) -> ConfigTree {
    guard let dumped = NginxDump.files(in: source), let main = dumped.first else { return follow(source, files) }
    var view = MemoryFiles()
    for file in dumped { view.add(file.name, file.bytes) }
    return follow(main, view)
  }

  private static func follow(_ source: Source, _ files: any FileView) -> ConfigTree {
    var includes = NginxIncludes(files: files, directory: PathText.parent(source.name))
    let directives = includes.expandMain(source, path: source.name)
    let tree = ConfigTree(
      kind: .nginx, main: source, directives: directives, sources: includes.sources, report: includes.report)
    var validation = NginxValidation()
    validation.check(tree)
    guard !validation.problems.isEmpty else { return tree }
    var report = includes.report
    report.add(contentsOf: validation.problems)
    return ConfigTree(kind: .nginx, main: source, directives: directives, sources: includes.sources, report: report)
  }
}
