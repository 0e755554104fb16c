import Diagnostics
import ProxyConfig

/// Who may pass: `limit_*`, `allow`/`deny`, `auth_basic`, `auth_request`, `satisfy`.
extension NginxRun {
  /// What one access module says.
  private enum Word { case nothing, yes, no(Int), fails(Int), closes }

  mutating func checkAccess() throws(Undecided) -> Next {
    try findRealAddress()
    noteLimits()
    // Subrequests are not asked (`ngx_http_core_access_phase`).
    guard !isSubrequest else { return .beforeContent }
    let satisfiesAny = model.value(.satisfy, in: scope)?.lowercased == "any"
    for module in Module.allCases {
      switch try ask(module) {
      case .nothing: continue
      case .yes:
        if satisfiesAny {
          access.code = 0
          // Only the newest is taken back; those asked on the way here stay.
          if !access.challenges.isEmpty { access.challenges[access.challenges.count - 1] = nil }
          return .beforeContent
        }
      case .no(let code):
        guard satisfiesAny else { return .error(code) }
        if access.code != 401 { access.code = code }
      case .fails(let code): return .error(code)
      case .closes: return .done(Outcome(status: 0, body: .none, steps: steps))
      }
    }
    // What an earlier location has noted and not come to say is said now (`ngx_http_core_post_access_phase`): an internal
    // redirect does not reset it.
    guard access.code != 0 else { return .beforeContent }
    let code = access.code
    access.code = 0
    return .error(code)
  }

  /// The access modules in the order nginx asks them.
  private enum Module: CaseIterable { case address, password, service }

  private mutating func ask(_ module: Module) throws(Undecided) -> Word {
    switch module {
    case .address: try checkAddress()
    case .password: try checkPassword()
    case .service: try askAuthService()
    }
  }

  private mutating func noteLimits() {
    for setting in [NginxSetting.limitReq, .limitConn] where model.isSet(setting, in: scope) {
      guard let directive = model.setting(setting, in: scope) else { continue }
      tell("\(directive.name) is taken as not exhausted", at: directive)
    }
    for setting in [NginxSetting.accessByLuaBlock, .accessByLuaFile, .rewriteByLuaBlock, .rewriteByLuaFile]
    where model.isSet(setting, in: scope) {
      if let directive = model.setting(setting, in: scope) { tell("Lua may decide otherwise", at: directive) }
    }
  }

  /// `allow` and `deny`: the first that fits decides (`ngx_http_access_handler`).
  private mutating func checkAddress() throws(Undecided) -> Word {
    for rule in model.settings(.accessRules, in: scope) {
      guard let word = rule.argument(1)?.string else { continue }
      let fits: Bool
      if word == "all" {
        fits = true
      } else if let client, let answer = AddressRange(word)?.contains(client) {
        fits = answer
      } else if word == "unix:" {
        fits = false
      } else {
        fits = decider.choose(2, because: "whether the visitor's address is in \(word)") == 1
      }
      guard fits else { continue }
      if rule.name == "allow" { return .yes }
      tell("the visitor is denied", at: rule, .denied(403))
      return .no(403)
    }
    return .nothing
  }

  /// `ngx_http_auth_basic_handler`.
  private mutating func checkPassword() throws(Undecided) -> Word {
    guard let directive = model.setting(.authBasic, in: scope), let words = directive.argument(1),
      let file = model.setting(.authBasicUserFile, in: scope)?.argument(1)
    else { return .nothing }
    let realm = try evaluate(NginxText(words))
    if realm == "off" { return .nothing }
    let path = PathText.join(PathText.parent(model.tree.main.name), try evaluate(NginxText(file)).string)
    if world.circumstances.hasRightPassword { return .yes }
    if decider.knowsPassword {
      let files = world.machine.files
      guard case .failure(.missing) = passwords(path), !files.isUnseen(path), !files.mayBeElsewhere(path) else {
        return .yes
      }
      // No password is right where there is no list of them.
      decider.hasPassword = false
      return refuseWithoutList(path, .missing)
    }
    guard let given = header("authorization") else {
      return refuseWithoutPassword(realm, directive)
    }
    guard given.lowercased().hasPrefix("basic ") else { return refuseWithoutPassword(realm, directive) }
    guard let (name, password) = NginxPassword.credentials(given) else {
      return refuseWithoutPassword(realm, directive)
    }
    let lines: [UInt8]
    switch passwords(path) {
    case .success(let known): lines = known
    case .failure(let trouble): return refuseWithoutList(path, trouble)
    }
    guard let stored = NginxPassword.stored(for: name, in: lines) else {
      return refuseWithoutPassword(realm, directive)
    }
    guard let fits = NginxPassword.fits(password, stored) else {
      throw Undecided(reason: "whether the password fits the one that crypt(3) has hashed")
    }
    return fits ? .yes : refuseWithoutPassword(realm, directive)
  }

  private func passwords(_ path: String) -> Result<[UInt8], FileTrouble> {
    Result { () throws(FileTrouble) in try world.machine.files.read(path) }
  }

  private mutating func refuseWithoutList(_ path: String, _ trouble: FileTrouble) -> Word {
    tell("the password file \(path) \(trouble.explanation)", at: model.setting(.authBasicUserFile, in: scope))
    return trouble == .missing ? .no(403) : .fails(500)
  }

  private mutating func refuseWithoutPassword(_ realm: ByteText, _ directive: Directive) -> Word {
    tell("no right password was sent", at: directive, .denied(401))
    access.challenges.append("Basic realm=\"" + realm + "\"")
    return .no(401)
  }

  /// `ngx_http_auth_request_handler`: a subrequest whose status decides.
  private mutating func askAuthService() throws(Undecided) -> Word {
    guard let directive = model.setting(.authRequest, in: scope), let target = directive.argument(1), target != "off"
    else {
      return .nothing
    }
    tell("asks \(target.string) whether the visitor may pass", at: directive, .authAsked)
    var inner = subrequest(target)
    let answer = try inner.finish(.serverRewrite)
    story.add(inner.story)
    if inner.connection.isClosed {
      connection.isClosed = true
      return .closes
    }
    for assignment in model.settings(.authRequestSet, in: scope) {
      guard let name = assignment.argument(1), name.first == UInt8(ascii: "$"), let text = assignment.argument(2) else {
        continue
      }
      let value: NginxVariables.Value
      do throws(Undecided) { value = .text(try inner.evaluate(NginxText(text))) } catch {
        value = .unknown("what the auth service answered, in \(name.string)")
      }
      variables.kept[name.from(1).string.lowercased()] = value
    }
    switch answer.status {
    case 403:
      tell("the auth service says no", at: directive, .authEnded(answer.status))
      return .no(403)
    case 401:
      tell("the auth service asks for a login", at: directive, .authEnded(answer.status))
      return .no(401)
    case 200..<300:
      tell(
        "the auth request ended with \(answer.status): the visitor may pass", at: directive, .authEnded(answer.status))
      return .yes
    default:
      tell(
        "the auth request ended with \(answer.status), which is neither yes nor no: nginx answers 500", at: directive,
        .authEnded(answer.status))
      return .fails(500)
    }
  }
}
