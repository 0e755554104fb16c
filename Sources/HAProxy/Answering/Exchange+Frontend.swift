import ProxyConfig
import Trace

extension Exchange {
  /// Finds the frontend that listens where the request comes in.
  mutating func enter() throws(Interruption) {
    let candidates = model.sections.flatMap { section in
      section.isFrontend && !section.settings.isDisabled ? section.binds.map { (section, $0) } : []
    }.filter { $0.1.ports.contains(request.port) }
    let chosen =
      candidates.first { $0.1.address == request.host } ?? candidates.first { $0.1.address.isEmpty }
      ?? candidates.first
    guard let (found, bind) = chosen else {
      throw .unknown("no frontend of this configuration listens on port \(request.port)")
    }
    (frontend, section) = (found, found)
    tell("The frontend \(found.name) takes the request", at: bind.place, .entered)
    guard bind.isTLS == (request.scheme == .https) else {
      tell(
        bind.isTLS
          ? "It speaks TLS on this port, so plain HTTP ends in a closed connection"
          : "It does not speak TLS on this port, so the handshake fails", at: bind.place)
      throw .closed
    }
    if bind.demandsCertificate, request.certificate != .good {
      tell("It demands a certificate, so the handshake fails", at: bind.place)
      throw .closed
    }
    if found.settings.mode == .health { throw .unknown("mode health answers a text and closes") }
  }

  /// `monitor-uri`: an answer for whoever watches HAProxy, before any rule.
  mutating func monitor() throws(Interruption) -> Response? {
    guard let (uri, place) = frontend.settings.monitorURI, target.open == nil, target.bytes == uri else { return nil }
    for condition in frontend.monitorFailures where try holds(condition) {
      return try fail(503, "The path is that of monitor-uri, and monitor fail says no", at: condition.place)
    }
    tell("The path is that of monitor-uri", at: place, .answered(200))
    return try page(200, at: place)
  }

  mutating func runContentRules() throws(Interruption) {
    for rule in section.settings.contentRules where try holds(rule.condition) {
      guard case .close = rule.action else { return }
      tell("The connection is closed without an answer", at: rule.place)
      throw .closed
    }
  }

  /// `use_backend` and `default_backend`; nil when neither leads anywhere and the section is no backend itself.
  mutating func chooseBackend() throws(Interruption) -> ProxySection? {
    for choice in frontend.useBackends where try holds(choice.condition) {
      let name = try format(choice.target)
      if let open = name.open { throw .unknown(open) }
      noteName(name.bytes, among: "backends", survey.backends)
      guard let backend = model.backend(name.bytes.shown) else {
        tell("There is no backend called \(name.bytes.shown), so the default one takes the request", at: choice.place)
        break
      }
      return backend
    }
    if let (name, _) = frontend.settings.defaultBackend, let backend = model.backend(name) {
      return backend
    }
    return frontend.isBackend ? frontend : nil
  }
}
