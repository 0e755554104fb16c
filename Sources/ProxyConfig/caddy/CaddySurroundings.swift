/// What a Caddyfile is read without: the process that will run it.
///
/// Somebody who checks a repository has neither the modules that were built into the Caddy of another machine nor its
/// environment.
public enum CaddySurroundings: Sendable, Hashable {
  /// Stock Caddy with the environment given: what it refuses is refused.
  case thisMachine
  /// Modules that are not known here may be there, and variables that are not set here may be set.
  case unknownMachine

  /// What is taken for a variable that is looked up while requests run (`{env.NAME}`).
  public static func standIn(for name: String) -> String {
    let line = Array("to {$\(name)}:80".utf8)
    return CaddyUnsetVariable(name, in: line[...], from: 3, to: line.count - 3).value
  }
}
