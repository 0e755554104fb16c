import Diagnostics
import ProxyConfig

/// Reads `server`, `server-template`, `default-server` and `bind`.
enum ServerReader {
  /// Reads the servers of a line; a template makes several.
  static func servers(_ line: Directive, usual: ServerOptions) throws(Refusal) -> [ProxySection.Server] {
    let isTemplate = line.name == "server-template"
    let address = isTemplate ? 3 : 2
    guard line.words.count > address else {
      throw Refusal("\(line.name) needs a name and an address", help: "write server NAME ADDRESS:PORT")
    }
    if !isTemplate, let refusal = Refusal(name: line.words[1].value, of: "a server") { throw refusal }
    let options = try options(line.words.dropFirst(address + 1), from: usual)
    func server(_ name: String) -> ProxySection.Server {
      .init(name: name, address: plainAddress(line.words[address].value), options: options, place: line.place)
    }
    let name = line.words[1].value
    guard isTemplate else { return [server(name)] }
    let ends = line.words[2].value.split(separator: "-").map { Int($0) ?? 1 }
    let first = ends.count == 2 ? ends[0] : 1
    return (first...max(first, min(ends.last ?? 1, first + 999))).map { server("\(name)\($0)") }
  }

  static func options(_ words: ArraySlice<Argument>, from usual: ServerOptions) throws(Refusal) -> ServerOptions {
    var options = usual
    var rest = words
    while let word = rest.popFirst() {
      let name = word.value
      switch name {
      case "backup": options.isBackup = true
      case "no-backup": options.isBackup = false
      case "check": options.isChecked = true
      case "no-check": options.isChecked = false
      case "ssl": options.isTLS = true
      case "no-ssl": options.isTLS = false
      case "disabled": options.isDisabled = true
      case "enabled": options.isDisabled = false
      case "proto":
        guard let protocolName = rest.popFirst()?.value else { throw Refusal("proto needs a name") }
        options.speaksHTTP2 = protocolName == "h2"
      case "weight": options.weight = rest.popFirst().flatMap { Int($0.value) } ?? 1
      case _ where Keywords.serverOptionsWithValue.contains(name): rest = rest.dropFirst()
      case _ where Keywords.serverOptions.contains(name): break
      default:
        throw Refusal(
          "a server has no option \(name)",
          help: NearestName.of(name, among: Keywords.serverOptions.sorted()).map { "did you mean \($0)?" })
      }
    }
    return options
  }

  /// An address without what says its family, as failures name it.
  static func plainAddress(_ text: String) -> String {
    for family in ["ipv4@", "ipv6@", "tcp@", "tcp4@", "tcp6@"] where text.hasPrefix(family) {
      return String(text.dropFirst(family.count))
    }
    if text.hasPrefix("unix@") { return "unix:" + text.dropFirst(5) }
    return text.hasPrefix("/") ? "unix:" + text : text
  }

  static func binds(_ line: Directive) throws(Refusal) -> [ProxySection.Bind] {
    guard line.words.count > 1 else {
      throw Refusal("bind needs an address and a port", help: "write bind :80")
    }
    let options = line.words.dropFirst(2).map(\.value)
    let isTLS = options.contains("ssl")
    let demands = zip(options, options.dropFirst()).contains { $0 == "verify" && $1 == "required" }
    var binds: [ProxySection.Bind] = []
    for part in line.words[1].value.split(separator: ",") {
      let text = plainAddress(String(part))
      // Sockets of files and descriptors are no place a visitor comes to.
      if text.hasPrefix("unix:") || text.contains("@") { continue }
      let colon = text.lastIndex(of: ":")
      let ports = colon.map { text[text.index(after: $0)...] } ?? ""
      let ends = ports.split(separator: "-").map { Int($0) }
      guard let low = ends.first.flatMap(\.self), let high = ends.last.flatMap(\.self), 1...65535 ~= low, low <= high,
        high <= 65535
      else {
        // A port that a variable of the environment names is not known here.
        if ports.isEmpty { continue }
        throw Refusal(
          "\(ports) is not a port",
          help: ports.contains("$")
            ? "put it in double quotes, the only place where HAProxy expands variables: bind \"\(text)\""
            : "write a number from 1 to 65535")
      }
      let address = colon.map { String(text[..<$0]) } ?? ""
      binds.append(
        .init(
          address: ["*", "::", "0.0.0.0", "[::]"].contains(address) ? "" : address, ports: low...high, isTLS: isTLS,
          demandsCertificate: demands, place: line.place))
    }
    return binds
  }
}
