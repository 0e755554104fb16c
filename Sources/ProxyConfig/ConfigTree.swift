public import Diagnostics

/// A configuration as it was read: the main file's directives, the files they include, and the damage found.
public struct ConfigTree: Sendable {
  public let kind: ProxyKind
  public let main: Source
  /// The main file's directives; includes hang below the directives that name them.
  public let directives: [Directive]
  /// Every file read, in the order of first use; the main file is the first.
  public let sources: [Source]
  /// Damage in the syntax and includes that lead nowhere.
  public let report: Report

  public init(kind: ProxyKind, main: Source, directives: [Directive], sources: [Source], report: Report) {
    self.kind = kind
    self.main = main
    self.directives = directives
    self.sources = sources
    self.report = report
  }

  /// Visits every directive in the order the proxy reads them, with the directives around it, outermost first.
  public func walk(_ visit: (_ directive: Directive, _ around: [Directive]) -> Void) {
    var around: [Directive] = []
    func step(_ list: [Directive]) {
      for directive in list {
        visit(directive, around)
        for file in directive.included ?? [] { step(file.directives) }
        if let block = directive.block {
          around.append(directive)
          step(block)
          around.removeLast()
        }
      }
    }
    step(directives)
  }
}
