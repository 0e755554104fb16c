public import Diagnostics
import Foundation
import Multicore
public import ProxyConfig
public import Trace

/// A configuration of which servers that are the same but for names and places are traced once.
///
/// What it finds, in which words and in which order, is what ``NginxProject`` finds: a rule whose findings at a template do not
/// prove right at the first server of its class is run over the whole configuration.
public struct FoldedProject: LoadedProxy {
  public let tree: ConfigTree
  private let classes: SiteClasses
  private let reduced: NginxProject
  private let whole: Whole
  /// Files of classes, each with the number of its class and whether it is the template.
  private let files: [String: (number: Int, isTemplate: Bool)]

  /// A configuration read and traced, as few of its servers as will do.
  public static func nginx(_ path: String, _ options: Machine) -> any LoadedProxy {
    let view = EmptyIncludes(options, main: path)
    let tree = NginxReader.unchecked(path, files: view)
    let (checked, (classes, parts)) = Cores.together {
      NginxReader.checked(tree)
    } _: {
      let classes = SiteClasses(tree, options)
      return (classes, NginxModel.Parts(classes?.directives ?? tree.directives))
    }
    guard let classes, !checked.report.hasErrors else { return NginxProject(NginxModel(parts, of: checked), options) }
    let few = ConfigTree(
      kind: checked.kind, main: checked.main, directives: classes.directives, sources: checked.sources,
      report: checked.report)
    let reduced = NginxProject(NginxModel(parts, of: few), options, elsewhere: classes.folders)
    let project = FoldedProject(checked, classes, reduced, options)
    // A folder that is called like a page could be taken for it.
    guard project.foldersAreNoPages else { return project.whole.project }
    return project
  }

  private init(_ tree: ConfigTree, _ classes: SiteClasses, _ reduced: NginxProject, _ options: Machine) {
    (self.tree, self.classes, self.reduced) = (tree, classes, reduced)
    whole = Whole(tree, options)
    var files: [String: (number: Int, isTemplate: Bool)] = [:]
    for (number, one) in classes.classes.enumerated() {
      files[one.first.source.name] = (number, false)
      files[one.template.source.name] = (number, true)
    }
    self.files = files
  }

  /// How many servers are not traced.
  var spared: Int { classes.classes.reduce(0) { $0 + $1.others.count } }

  public var hasHoles: Bool { reduced.hasHoles }
  public var unfolded: any LoadedProxy { whole.project }
  public var routes: [NginxRoute] { reduced.routes }
  public var visitsByRoute: [[NginxVisit]] { reduced.visitsByRoute }
  public var barePage: String { reduced.barePage }
  public func hasPages(at route: NginxRoute, _ visits: [NginxVisit]) -> Bool { reduced.hasPages(at: route, visits) }
  public func isElsewhere(_ path: String) -> Bool { reduced.isElsewhere(path) }
  public var name: String { reduced.name }
  public var machineFiles: any FileView { reduced.machineFiles }
  public var pages: BuiltPages? { reduced.pages }
  public var ledErrors: [PageCall] { reduced.ledErrors }
  public var unreachedPlaces: [Place] { reduced.unreachedPlaces }
  public var tracer: NginxTracer { reduced.tracer }
  public func advice(_ remedy: Remedy, _ error: some FollowedError) -> Advice? { reduced.advice(remedy, error) }

  /// The matrix shows every server's own locations.
  public var matrix: Matrix { Matrix(whole.project) }

  /// A template stands for the servers that are left out.
  public var coverage: Coverage {
    func weight(_ server: Int?) -> Int {
      guard let server, let file = reduced.model.scope(server).directive?.source.name,
        case (let number, true)? = files[file]
      else { return 1 }
      return classes.classes[number].others.count
    }
    let unreached = reduced.unreached.reduce(0) { $0 + weight(reduced.model.serverScope(of: $1.scope)) }
    return Coverage(reduced, weight: { weight($0.server.scope) }, unreached: unreached)
  }

  private var foldersAreNoPages: Bool {
    let names = reduced.files.names
    return classes.folders.allSatisfy { folder in
      folder.split(separator: "/").allSatisfy { !$0.hasSuffix(".php") && !names.contains(String($0)) }
    }
  }

  public func apply(_ rule: any Rule, into report: inout Report) {
    var found = Report()
    reduced.apply(rule, into: &found)
    guard let all = told(found.asFound) else { return whole.project.apply(rule, into: &report) }
    report.add(contentsOf: all)
  }

  /// What was found, told of all servers; nil when it cannot be known.
  private func told(_ found: [Diagnostic]) -> [Diagnostic]? {
    var all: [Diagnostic] = []
    var atFirst: [Int: [Diagnostic]] = [:]
    var atTemplate: [Int: [SiteFinding]] = [:]
    for diagnostic in found {
      switch files[diagnostic.place.source.name] {
      case (let number, true)?:
        let template = classes.classes[number].template
        guard let finding = SiteFinding(diagnostic, template, outside: { files[$0.source.name] == nil }) else {
          return nil
        }
        atTemplate[number, default: []].append(finding)
      case (let number, false)?:
        atFirst[number, default: []].append(diagnostic)
        all.append(diagnostic)
      case nil:
        // At a line for all servers, which one is named depends on all of them.
        guard !speaksOfTemplate(diagnostic) else { return nil }
        all.append(diagnostic)
      }
    }
    for (number, one) in classes.classes.enumerated() {
      let findings = atTemplate[number] ?? []
      let proof = atFirst[number] ?? []
      guard findings.count == proof.count, zip(findings, proof).allSatisfy({ $0.told(of: one.first).isSame(as: $1) })
      else { return nil }
      for member in one.others { for finding in findings { all.append(finding.told(of: member)) } }
    }
    return all
  }

  private func speaksOfTemplate(_ diagnostic: Diagnostic) -> Bool {
    let places = diagnostic.related.map(\.place) + diagnostic.fix.map(\.place)
    if places.contains(where: { files[$0.source.name] != nil }) { return true }
    let texts = [diagnostic.message, diagnostic.help ?? ""] + diagnostic.notes + diagnostic.related.map(\.message)
    return texts.contains { $0.utf8.count > 2 && ($0.contains(StandInWords.start) || $0.contains(StandInWords.port)) }
  }

  /// The whole configuration, traced when somebody asks for it.
  private final class Whole: @unchecked Sendable {
    private let tree: ConfigTree
    private let options: Machine
    private let lock = NSLock()
    /// Guarded by `lock`.
    private var made: NginxProject?

    init(_ tree: ConfigTree, _ options: Machine) { (self.tree, self.options) = (tree, options) }

    var project: NginxProject {
      lock.withLock {
        if let made { return made }
        let project = NginxProject(NginxModel(tree), options)
        made = project
        return project
      }
    }
  }
}
