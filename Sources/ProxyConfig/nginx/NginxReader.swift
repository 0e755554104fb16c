public import Diagnostics
import Multicore

/// Reads an nginx configuration: one file, a tree of includes, or the output of `nginx -T`.
public enum NginxReader {
  /// Reads `path` and everything it includes. A file that cannot be read gives an empty tree with an error in its report.
  public static func read(_ path: String, files: any FileView) -> ConfigTree { checked(parse(path, files)) }

  /// Reads a main file that is in memory already; its name says where relative includes start.
  public static func read(_ source: Source, files: any FileView) -> ConfigTree { checked(parse(source, files)) }

  /// What a configuration means, worked out while it is held against what nginx takes.
  public static func model(_ path: String, files: any FileView) -> NginxModel {
    let tree = parse(path, files)
    let (judged, parts) = Cores.together {
      checked(tree)
    } _: {
      NginxModel.Parts(tree.directives)
    }
    return NginxModel(parts, of: judged)
  }

  /// Reads a configuration and holds it against nothing yet; ``checked(_:)`` does.
  public static func unchecked(_ path: String, files: any FileView) -> ConfigTree { parse(path, files) }

  /// The same tree with what nginx does not take in its report.
  public static func checked(_ tree: ConfigTree) -> ConfigTree { tree.adding(NginxValidation.problems(in: tree)) }

  /// The directives of one file without what it includes; nil for a file that is damaged.
  public static func directives(of source: Source) -> [Directive]? {
    let file = NginxParser.parse(source)
    return file.damage.isEmpty ? file.directives : nil
  }

  private static func parse(_ path: String, _ files: any FileView) -> ConfigTree {
    do throws(FileTrouble) {
      return parse(Source(name: path, bytes: try files.read(path)), files)
    } catch {
      let problem = Diagnostic("unreadable-file", .error, "\(path) \(error.explanation)", at: Place(file: path))
      return ConfigTree(
        kind: .nginx, main: Source(name: path, bytes: []), directives: [], sources: [], report: Report([problem]))
    }
  }

  private static func parse(_ source: Source, _ files: any FileView) -> ConfigTree {
    guard let dumped = NginxDump.files(in: source), let main = dumped.first else { return follow(source, files) }
    var view = MemoryFiles()
    for file in dumped { view.add(file.name, file.bytes) }
    return follow(main, view)
  }

  private static func follow(_ source: Source, _ files: any FileView) -> ConfigTree {
    var includes = NginxIncludes(files: files, directory: PathText.parent(source.name))
    let directives = includes.expandMain(source, path: source.name)
    return ConfigTree(
      kind: .nginx, main: source, directives: directives, sources: includes.sources, report: includes.report)
  }
}

extension ConfigTree {
  fileprivate func adding(_ problems: [Diagnostic]) -> ConfigTree {
    guard !problems.isEmpty else { return self }
    var report = report
    report.add(contentsOf: problems)
    return ConfigTree(kind: kind, main: main, directives: directives, sources: sources, report: report)
  }
}
