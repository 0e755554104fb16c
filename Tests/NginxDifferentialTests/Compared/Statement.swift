import Diagnostics
import ProxyConfig

/// A directive that can be moved about and written anew.
struct Statement {
  var words: [String]
  var block: [Statement]?

  var name: String { words[0] }
  /// The block has a script in it that nginx runs from top to bottom, so that the order counts.
  var isScript: Bool { ["set", "if", "rewrite", "return", "break"].contains(name) }
  var isRegexLocation: Bool { name == "location" && words.count > 1 && words[1].contains("~") && words[1] != "^~" }

  init(_ words: [String], block: [Statement]? = nil) { (self.words, self.block) = (words, block) }

  private init(_ directive: Directive) {
    words = directive.words.map { $0.source.text($0.range) }
    block = directive.block.map(Self.all)
  }

  /// What stands in a file, with all that it includes in its place.
  static func read(_ path: String) -> [Statement] { all(NginxReader.read(path, files: DiskFiles()).directives) }

  private static func all(_ directives: [Directive]) -> [Statement] {
    directives.expanded.filter { $0.included == nil }.map { Statement($0) }
  }

  func text(_ indent: String = "") -> String {
    let head = indent + words.joined(separator: " ")
    guard let block else { return head + ";\n" }
    return head + " {\n" + block.text(indent + "  ") + indent + "}\n"
  }
}

extension [Statement] {
  func text(_ indent: String = "") -> String { map { $0.text(indent) }.joined() }

  /// Where each statement stands: its number in every block around it, outermost first.
  var places: [[Int]] {
    indices.flatMap { index in [[index]] + (self[index].block ?? []).places.map { [index] + $0 } }
  }

  /// Does something to the list that the statement at a place stands in.
  mutating func edit(_ place: [Int], _ body: (inout [Statement], Int) -> Void) {
    guard place.count > 1 else { return body(&self, place[0]) }
    var block = self[place[0]].block ?? []
    block.edit(Array<Int>(place.dropFirst()), body)
    self[place[0]].block = block
  }

  subscript(place place: [Int]) -> Statement {
    place.dropFirst().reduce(self[place[0]]) { ($0.block ?? [])[$1] }
  }
}
