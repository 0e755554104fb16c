import Diagnostics
import ProxyConfig

/// What can be told only when everything has been read: sections may be used before they are defined.
extension ModelBuilder {
  mutating func resolve() {
    for index in sections.indices {
      let section = sections[index]
      // Pages and servers of a disabled section are not in effect.
      let pages = pages(of: section)
      sections[index].pages = section.settings.isDisabled ? [:] : pages
      if section.settings.isDisabled { sections[index].servers = [] }
      checkReplies(sections[index])
      if section.isFrontend { checkBackends(section) }
      if section.isBackend, !section.settings.isDisabled { checkServers(section) }
    }
  }

  /// The pages in effect: of several for a code the last.
  private mutating func pages(of section: ProxySection) -> [Int: Reply] {
    var pages: [Int: Reply] = [:]
    for line in section.settings.pages {
      switch line {
      case .page(let code, let reply):
        // A line that leads to a page nobody has leaves the one before it.
        if case .section(let name) = reply.body, let set = pageSets[name], set[code] == nil { continue }
        pages[code] = reply
      case .section(let name, let codes, let place):
        guard let set = pageSets[name] else {
          refuseMissing(name, place)
          continue
        }
        for (code, reply) in set where codes?.contains(code) ?? true { pages[code] = reply }
      }
    }
    return pages
  }

  private mutating func refuseMissing(_ name: String, _ place: Place) {
    guard !problems.contains(where: { $0.place.range == place.range && $0.place.source.name == place.source.name })
    else { return }
    let nearest = NearestName.of(name, among: pageSets.keys.sorted()).map { "did you mean \($0)?" }
    refuse(
      Refusal("there is no http-errors section called \(name)", help: nearest ?? "define http-errors \(name)"),
      at: place)
  }

  /// Answers that take a page of an `http-errors` section.
  private mutating func checkReplies(_ section: ProxySection) {
    let settings = section.settings
    for rule in settings.requestRules + settings.responseRules {
      switch rule.action {
      case .deny(let reply), .tarpit(let reply), .reply(let reply):
        if case .section(let name) = reply.body, pageSets[name] == nil { refuseMissing(name, reply.place) }
      default: break
      }
    }
    for reply in section.pages.values {
      if case .section(let name) = reply.body, pageSets[name] == nil { refuseMissing(name, reply.place) }
    }
  }

  private mutating func checkBackends(_ section: ProxySection) {
    let names = Set(sections.filter(\.isBackend).map(\.name))
    func missing(_ name: String, _ what: String) -> Refusal {
      let nearest = NearestName.of(name, among: names.sorted()).map { "did you mean \($0)?" }
      return Refusal(
        "there is no backend called \(name), which \(what) names", help: nearest ?? "define backend \(name)")
    }
    if let (name, place) = section.settings.defaultBackend, !names.contains(name),
      !problems.contains(where: { $0.place.range == place.range })
    {
      refuse(missing(name, "default_backend"), at: place)
    }
    for choice in section.useBackends {
      guard let name = choice.target.constant, !names.contains(name) else { continue }
      refuse(missing(name, "use_backend"), at: choice.place)
    }
  }
}

extension ModelBuilder {
  private mutating func checkServers(_ section: ProxySection) {
    let names = section.servers.map(\.name)
    for choice in section.useServers {
      guard let name = choice.target.constant, !names.contains(name) else { continue }
      let nearest = NearestName.of(name, among: names.sorted()).map { "did you mean \($0)?" }
      refuse(
        Refusal(
          "there is no server called \(name) in \(section.name), which use-server names",
          help: nearest ?? "define server \(name)"),
        at: choice.place)
    }
  }
}

extension Format {
  /// The text when nothing in it is worked out at run time.
  var constant: String? {
    var text = ByteText()
    for part in parts {
      guard case .text(let piece) = part else { return nil }
      text += piece
    }
    return text.string
  }
}
