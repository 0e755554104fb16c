/// What is known of a directive: who defines it, where it may stand, what arguments it takes.
struct DirectiveRule: Sendable {
  /// Where a directive may stand: the bits of `req_override` (`http_config.h`).
  struct Contexts: OptionSet, Sendable {
    let rawValue: Int
    static let limit = Contexts(rawValue: 1)
    static let options = Contexts(rawValue: 2)
    static let fileInfo = Contexts(rawValue: 4)
    static let authConfig = Contexts(rawValue: 8)
    static let indexes = Contexts(rawValue: 16)
    /// Inside `<Directory>` and its like, not in `.htaccess`.
    static let sections = Contexts(rawValue: 64)
    /// At the server's level.
    static let server = Contexts(rawValue: 128)
    static let proxySections = Contexts(rawValue: 2048)
    static let all: Contexts = [.limit, .options, .fileInfo, .authConfig, .indexes]
    /// The main server and virtual hosts.
    static let atServer: Contexts = [.server, .options, .fileInfo, .indexes]
    static let inSection: Contexts = [.all, .sections]
    static let inProxySection: Contexts = [.all, .sections, .proxySections]
  }

  /// What arguments a directive takes (`cmd_how`).
  enum Arguments: Int, Sendable {
    case raw, one, two, each, oneAndEach, flag, none, oneOrTwo, three, twoOrThree, oneToThree, oneOrThree, any

    /// The numbers that are taken; nil where it is the directive's own business.
    var counts: ClosedRange<Int>? {
      switch self {
      case .raw, .any: nil
      case .one, .flag: 1...1
      case .two: 2...2
      case .each: 1...Int.max
      case .oneAndEach: 2...Int.max
      case .none: 0...0
      case .oneOrTwo: 1...2
      case .three: 3...3
      case .twoOrThree: 2...3
      case .oneToThree, .oneOrThree: 1...3
      }
    }
  }

  let name: String
  /// The identifier of its module, such as `alias_module`.
  let module: String
  let contexts: Contexts
  let arguments: Arguments
}

/// All directives of the modules that come with Apache httpd.
struct DirectiveTable: Sendable {
  /// By name in small letters; sections as `<directory`. Modules of which only one can be loaded share names.
  private(set) var rules: [String: DirectiveRule] = [:]
  /// Identifiers of modules by the name of their source file, which `<IfModule>` takes as well.
  private(set) var moduleByFile: [String: String] = [:]
  /// Modules that are part of the program.
  private(set) var builtIn: Set<String> = []
  /// All identifiers.
  private(set) var modules: Set<String> = []

  static let stock = DirectiveTable(catalogue)

  private init(_ text: String) {
    var module = ""
    for line in text.split(separator: "\n") {
      var words = line.split(separator: " ")
      if !line.hasPrefix(" "), words.count >= 2 {
        let isBuiltIn = words[0].hasPrefix("*")
        module = String(isBuiltIn ? words[0].dropFirst() : words[0])
        modules.insert(module)
        moduleByFile[String(words[1])] = module
        if isBuiltIn { builtIn.insert(module) }
        words.removeFirst(2)
      }
      for word in words {
        let parts = word.split(separator: ":")
        guard parts.count == 3, let contexts = Int(parts[1], radix: 16), let how = Int(parts[2], radix: 16),
          let arguments = DirectiveRule.Arguments(rawValue: how)
        else { continue }
        rules[parts[0].lowercased()] = DirectiveRule(
          name: String(parts[0]), module: module, contexts: .init(rawValue: contexts), arguments: arguments)
      }
    }
  }

  /// The rule of a directive; sections are written `<Directory>` in the tree.
  subscript(name: String) -> DirectiveRule? {
    let small = name.lowercased()
    return rules[small.hasSuffix(">") ? String(small.dropLast()) : small]
  }
}
