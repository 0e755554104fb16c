import Diagnostics
import ProxyConfig

/// What httpd does as soon as it has read a line.
extension ConfigParser {
  mutating func execute(_ directive: inout RawDirective) {
    switch directive.name.lowercased() {
    case "define": define(directive)
    case "undefine": if let name = directive.argument(1) { variables.undefine(name.string) }
    case "loadmodule": load(directive)
    case "serverroot":
      hasFoundation = true
      if let path = directive.argument(1) { serverRoot = PathText.normal(variables.resolve(path).string) }
    case "include": directive.included = include(directive, isOptional: false)
    case "includeoptional": directive.included = include(directive, isOptional: true)
    case "use": directive.included = use(directive).map { [$0] } ?? []
    case "error":
      fail(
        "error-directive",
        "the configuration refuses itself: \(directive.words.dropFirst().map(\.text.string).joined(separator: " "))",
        directive.place)
    default: break
    }
  }

  private mutating func define(_ directive: RawDirective) {
    guard let name = directive.argument(1)?.string else { return }
    if name.contains(":") {
      return fail("variable-name", "a variable's name cannot have a colon", directive.place(1))
    }
    variables.define(name, directive.argument(2).map { variables.resolve($0) })
  }

  private mutating func load(_ directive: RawDirective) {
    hasLoadModule = true
    guard let name = directive.argument(1)?.string else { return }
    hasFoundation = hasFoundation || name.hasPrefix("mpm_")
    loaded.insert(name)
    if !DirectiveTable.stock.modules.contains(name) { foreign.insert(name) }
  }

  /// Whether what stands inside a section is there at all.
  func applies(_ section: RawDirective) -> Bool {
    let word = section.argument(1).map { variables.resolve($0).string } ?? ""
    let isNegated = word.hasPrefix("!")
    let name = isNegated ? String(word.dropFirst()) : word
    switch section.name.lowercased() {
    case "<ifmodule": return isLoaded(name) != isNegated
    case "<ifdefine": return variables.isDefined(name) != isNegated
    case "<iffile": return files.exists(PathText.join(serverRoot, name)) != isNegated
    case "<ifdirective": return (DirectiveTable.stock[name].map { loaded.contains($0.module) } ?? false) != isNegated
    case "<ifsection":
      return (DirectiveTable.stock["<\(name)"].map { loaded.contains($0.module) } ?? false) != isNegated
    case "<ifversion": return isVersion(section.words.dropFirst().map(\.text.string))
    default: return true
    }
  }

  private func isLoaded(_ name: String) -> Bool {
    loaded.contains(DirectiveTable.stock.moduleByFile[name] ?? name)
      // A module nobody here knows may well be called by its file.
      || name.hasPrefix("mod_") && foreign.contains(name.dropFirst(4).prefix { $0 != "." } + "_module")
  }

  /// The release that is modelled: 2.4 as of the last years.
  private static let version = [2, 4, 66]

  /// mod_version's comparison: an operator, by default `=`, and a version or a regular expression.
  private func isVersion(_ words: [String]) -> Bool {
    guard let last = words.last else { return false }
    var sign = words.count > 1 ? words[0] : "="
    let isNegated = sign.hasPrefix("!")
    if isNegated { sign.removeFirst() }
    var text = last
    if text.hasPrefix("/"), text.hasSuffix("/"), text.count > 1 {
      text = String(text.dropFirst().dropLast())
      sign = "~"
    }
    let result: Bool
    if sign == "~" {
      let own = ByteText(Self.version.map(String.init).joined(separator: "."))
      if case .match? = try? Pattern(ByteText(text)).firstMatch(in: own) { result = true } else { result = false }
    } else {
      let parts = text.split(separator: ".").map { Int($0) ?? 0 }
      let order = zip(Self.version, parts + [0, 0, 0]).lazy.map { $0 - $1 }.first { $0 != 0 } ?? 0
      result =
        switch sign {
        case "=", "==": order == 0
        case ">": order > 0
        case ">=": order >= 0
        case "<": order < 0
        case "<=": order <= 0
        default: false
        }
    }
    return result != isNegated
  }
}

/// Includes: one file, a folder with everything in it, or a pattern.
extension ConfigParser {
  private mutating func include(
    _ directive: RawDirective, isOptional: Bool
  ) -> [(source: SharedSource, directives: [RawDirective])] {
    guard let word = directive.argument(1), directive.words.count == 2 else { return [] }
    let path = PathText.join(serverRoot, variables.resolve(word).string)
    guard depth < Self.deepest else {
      fail("include-depth", "includes nest more than \(Self.deepest) deep", directive.place)
      return []
    }
    let paths = GlobPattern.isPattern(path) ? GlobPattern.expand(path, in: files) : [path]
    if paths.isEmpty, !isOptional {
      // The last folder before the pattern tells whether its files could be here.
      let folder = PathText.parent(String(path.prefix { !"*?[".contains($0) }) + "x")
      if !isShown(folder) {
        leaveOut(path, directive)
      } else {
        fail(
          "unmatched-include", "no file matches \(path)", directive.place(1),
          help: "IncludeOptional does without; Include makes httpd refuse to start")
      }
    }
    depth += 1
    defer { depth -= 1 }
    return paths.flatMap { follow($0, directive, isOptional: isOptional, isPattern: paths != [path]) }
  }

  private mutating func follow(
    _ path: String, _ directive: RawDirective, isOptional: Bool, isPattern: Bool
  ) -> [(source: SharedSource, directives: [RawDirective])] {
    if (try? files.status(of: path))?.kind == .directory {
      let names = ((try? files.names(in: path)) ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return names.flatMap { follow(PathText.join(path, $0), directive, isOptional: isOptional, isPattern: true) }
    }
    do throws(FileTrouble) {
      return [parse(Source(name: path, bytes: try files.read(path)))]
    } catch {
      if !isOptional, error == .missing, !isShown(PathText.parent(path)) {
        leaveOut(path, directive)
      } else if !isOptional {
        fail(
          "unreadable-include", "the included file \(path) \(error.explanation)", directive.place(1),
          help: "httpd will not start without it")
      }
      return []
    }
  }

  /// A file of another machine, such as one that a package or a person puts there, counts as empty.
  private mutating func leaveOut(_ path: String, _ directive: RawDirective) {
    holes.append((path, directive.place(1)))
    report.add(
      Diagnostic(
        "missing-include", .info, "\(path) is not on this machine and was taken to be empty", at: directive.place(1),
        help: "use --root DIR or --map FROM=TO"))
  }
}
