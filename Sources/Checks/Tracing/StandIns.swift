public import ProxyConfig

/// What a single trace is lent of what a check takes for granted: files that a configuration includes and that are not
/// on this machine are read as empty.
public enum StandIns {
  /// The files as an `include` in `main` sees them.
  public static func includes(of main: String, in options: Project.Options) -> any FileView {
    StandInIncludes(options, main: main)
  }

  /// The includes that were read as empty and could change the picture.
  public static func holes(in tree: ConfigTree, _ options: Project.Options) -> [IncludeHole] {
    StandInIncludes.holes(in: tree, options).filter { !$0.isHarmless }
  }
}
