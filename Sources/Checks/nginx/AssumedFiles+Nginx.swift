import Diagnostics
import ProxyConfig

extension AssumedFiles {
  /// - Parameter elsewhere: further folders of which it is known already that they are not here.
  init(_ options: Machine, _ model: NginxModel, elsewhere: Set<String> = []) {
    self.init(
      options, main: model.tree.main.name, folders: Self.folders(model, options), names: Self.pageNames(model),
      elsewhere: elsewhere)
  }

  /// Every folder a `root` or an `alias` names, up to the first variable.
  private static func folders(_ model: NginxModel, _ options: Machine) -> Set<String> {
    var folders: Set<String> = [PathText.normal(PathText.join(options.prefix, "html"))]
    for scope in model.scopes {
      for directive in (scope.settings["root"] ?? []) + (scope.settings["alias"] ?? []) {
        guard let word = directive.argument(1) else { continue }
        let text = NginxText(word)
        var path = ""
        for whole in model.constants(of: text) where !whole.isEmpty && whole != "/" {
          folders.insert(PathText.normal(PathText.join(options.prefix, whole.string)))
        }
        if let constant = text.constant {
          path = constant.string
          if directive.name == "alias", !path.hasSuffix("/"), scope.isFileAlias { path = PathText.parent(path) }
        } else if case .literal(let literal) = text.parts.first {
          path = PathText.parent(literal.string)
        }
        if !path.isEmpty, path != "/" { folders.insert(PathText.normal(PathText.join(options.prefix, path))) }
      }
    }
    return folders
  }

  /// The names of files that error pages and fallbacks lead to, but not of those an `if` looks for: they are switches.
  private static func pageNames(_ model: NginxModel) -> Set<String> {
    var names: Set<String> = []
    var switches: Set<String> = []
    func add(_ text: ByteText) {
      let name = PathText.name(text.string)
      if name.contains("."), !name.contains("$") { names.insert(name) }
    }
    func walk(_ script: [NginxStatement]) {
      for statement in script {
        switch statement.action {
        case .rewrite(let rewrite): add(rewrite.replacement.source)
        case .condition(let condition, _, let body):
          if case .file(_, let text, _) = condition { switches.insert(PathText.name(text.source.string)) }
          walk(body)
        default: break
        }
      }
    }
    for scope in model.scopes {
      for entry in scope.settings["error_page"] == nil ? [] : model.errorPages(in: scope.id) {
        if entry.target.hasVariables {
          add(ByteText(entry.target.source.string.replacing("$status", with: String(entry.code))))
        } else {
          add(entry.target.source)
        }
      }
      // What is looked for below the visitor's own path need not be there.
      for directive in scope.settings["try_files"] ?? [] {
        for word in directive.arguments where !word.bytes.hasPrefix("$uri/") { add(word.bytes) }
      }
      for directive in scope.settings["alias"] ?? [] { directive.arguments.forEach { add($0.bytes) } }
      walk(scope.script)
    }
    return names.subtracting(switches)
  }
}

extension NginxScope {
  /// An `alias` in a location for one path names a file.
  fileprivate var isFileAlias: Bool {
    switch name {
    case .exact, .regex: true
    default: false
    }
  }
}
