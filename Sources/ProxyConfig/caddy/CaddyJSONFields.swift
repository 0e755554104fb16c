import Diagnostics

/// Looks for fields that Caddy does not have: it refuses a configuration that holds one.
struct CaddyJSONFields {
  let source: Source
  let release: CaddyRelease
  private(set) var problems: [Diagnostic] = []

  init(_ source: Source, _ release: CaddyRelease) {
    self.source = source
    self.release = release
  }

  /// Everything but the apps of other modules, whose fields are not known here.
  mutating func check(_ json: CaddyJSON) {
    check(json, as: "root", depth: 0)
    if let http = json["apps"]?["http"] { check(http, as: "http", depth: 0) }
  }

  private mutating func check(_ json: CaddyJSON, as shape: String, depth: Int) {
    // Deeper than anybody writes; the scanner has its own limit.
    guard depth < 400 else { return }
    switch shape {
    case "matchers": return checkMatchers(json, depth)
    case "handler": checkModule(json, named: json["handler"], family: "handler.", ownKey: "handler", depth)
    case "policy": checkModule(json, named: json["policy"], family: "policy.", ownKey: "policy", depth)
    case "transport":
      checkModule(json, named: json["protocol"], family: "transport.", ownKey: "protocol", depth)
    default: checkFields(json, CaddyJSONFieldTable.shapes[shape], of: shape, ownKey: nil, depth)
    }
  }

  /// A module's fields are those of the module it names.
  private mutating func checkModule(
    _ json: CaddyJSON, named name: CaddyJSON?, family: String, ownKey: String, _ depth: Int
  ) {
    guard let name = name?.text?.string, let fields = CaddyJSONFieldTable.shapes[family + name] else { return }
    checkFields(json, fields, of: name, ownKey: ownKey, depth)
  }

  private mutating func checkMatchers(_ json: CaddyJSON, _ depth: Int) {
    for member in json.members {
      switch member.name.string {
      case "not": for set in member.value.list ?? [] { check(set, as: "matchers", depth: depth + 1) }
      case "header_regexp", "vars_regexp":
        for entry in member.value.members { check(entry.value, as: "matcher.regexp", depth: depth + 1) }
      default:
        let shape = "matcher." + member.name.string
        guard let fields = CaddyJSONFieldTable.shapes[shape] else { continue }
        checkFields(member.value, fields, of: member.name.string, ownKey: nil, depth)
      }
    }
  }

  private mutating func checkFields(
    _ json: CaddyJSON, _ fields: [CaddyJSONFieldTable.Field]?, of owner: String, ownKey: String?, _ depth: Int
  ) {
    guard let fields else { return }
    for member in json.members {
      // Go takes a field's name in any case; "@id" marks a place for the admin API.
      let name = member.name.lowercased.string
      if name == "@id" || name == ownKey { continue }
      guard let field = fields.first(where: { $0.name == name }), field.release == nil || field.release == release
      else {
        report(member, fields, owner)
        continue
      }
      guard let shape = field.shape else { continue }
      switch field.holds {
      case .one: check(member.value, as: shape, depth: depth + 1)
      case .list: for entry in member.value.list ?? [] { check(entry, as: shape, depth: depth + 1) }
      case .map: for entry in member.value.members { check(entry.value, as: shape, depth: depth + 1) }
      }
    }
  }

  private mutating func report(_ member: CaddyJSON.Member, _ fields: [CaddyJSONFieldTable.Field], _ owner: String) {
    let name = member.name.string
    let place = source.place(member.offset..<member.offset + name.utf8.count + 2)
    let known = fields.filter { $0.release == nil || $0.release == release }.map(\.name)
    let nearest = NearestName.of(name, among: known)
    let elsewhere = fields.contains { $0.name == name.lowercased() }
    let help =
      elsewhere
      ? "Caddy \(release.rawValue) does not have it, another release does" : nearest.map { "did you mean \($0)?" }
    // A release later than those known here may have brought a field; a near name tells of a slip.
    problems.append(
      Diagnostic(
        "unknown-json-field", nearest == nil && !elsewhere ? .warning : .error,
        "\(owner) has no field \"\(name)\": Caddy \(release.rawValue) refuses the configuration", at: place,
        help: help ?? "its fields are \(known.sorted().joined(separator: ", "))"))
  }
}
