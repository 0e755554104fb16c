import Diagnostics
import Multicore
import ProxyConfig

/// Servers that are the same but for names and places, each in a file of its own.
///
/// What is found at one of them is found at all. The first of a class stays in the configuration that is traced, and
/// beside it stands one with made-up names: what is found there is told of the others, and what is found at the first
/// proves it. The others are left out, so they must be nobody's business: nobody else refers to what they define.
struct SiteClasses: Sendable {
  struct Class: Sendable {
    let template: SiteTemplate
    /// The first, which stays.
    let first: Member
    /// Those that are left out.
    let others: [Member]
  }

  struct Member: Sendable {
    let source: Source
    let text: SiteText
  }

  let classes: [Class]
  /// The configuration with the first of each class and its template.
  let directives: [Directive]

  /// The folders of all members; none of them is on this machine.
  let folders: Set<String>

  /// Fewer are not worth the trouble.
  private static let fewest = 4

  /// Nil when there is nothing to gain, or when something holds for all servers that depends on their names.
  init?(_ tree: ConfigTree, _ options: Machine) {
    // With pages to compare, and on a machine that is all here, every file is looked for.
    guard options.pages == nil, !options.isWholeMachine, let files = SiteFiles(tree) else { return nil }
    let found = Cores.map(files.single) { file in SiteReader.read(file).map { Member(source: file.source, text: $0) } }
    var members = found.compactMap(\.self)
    let read = Set(members.map(\.source.name))
    guard members.count >= Self.fewest, files.everythingShared(besides: read) else {
      return nil
    }
    members = SiteNames(tree, members).own(members)
    let disk = SiteFolders(options, main: tree.main.name)
    members = members.filter { $0.text.values(.root).allSatisfy(disk.isElsewhere) }
    var classes: [Class] = []
    for same in Self.groups(members) where classes.count < StandInWords.mostClasses {
      guard same.count >= Self.fewest, let first = same.first,
        let template = SiteTemplate(of: first, StandInWords(ofClass: classes.count))
      else { continue }
      classes.append(Class(template: template, first: first, others: Array(same.dropFirst())))
    }
    guard !classes.isEmpty, !tree.sources.contains(where: { !read.contains($0.name) && $0.bytes.containsMadeUp })
    else { return nil }
    self.classes = classes
    folders = Set(classes.flatMap { ([$0.first] + $0.others).flatMap { $0.text.values(.root) } }.map { "/" + $0 })
    var added: [String: IncludedFile] = [:]
    for one in classes {
      added[one.first.source.name] = IncludedFile(source: one.template.source, directives: one.template.directives)
    }
    let left = Set(classes.flatMap { $0.others.map(\.source.name) })
    directives = Self.reduced(tree.directives, without: left, adding: added)
  }

  /// Those with equal texts together, in the order of the first of each.
  private static func groups(_ members: [Member]) -> [[Member]] {
    var numbers: [SiteText.Key: Int] = [:]
    var groups: [[Member]] = []
    for member in members {
      let number = numbers[member.text.key] ?? groups.count
      if number == groups.count {
        numbers[member.text.key] = number
        groups.append([])
      }
      groups[number].append(member)
    }
    return groups
  }

  private static func reduced(
    _ directives: [Directive], without left: Set<String>, adding added: [String: IncludedFile]
  ) -> [Directive] {
    directives.map { directive in
      var directive = directive
      if directive.name == "http", let block = directive.block {
        directive.block = reduced(block, without: left, adding: added)
      }
      if let included = directive.included {
        directive.included = included.filter { !left.contains($0.source.name) }.flatMap { file in
          let inner = reduced(file.directives, without: left, adding: added)
          return [IncludedFile(source: file.source, directives: inner)] + (added[file.source.name].map { [$0] } ?? [])
        }
      }
      return directive
    }
  }
}
