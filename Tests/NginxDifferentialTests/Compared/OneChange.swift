import TestSupport

/// Changes a configuration in one place, as people do who mean something by it, or mistype.
struct OneChange {
  var random: SeededRandom
  let ports: [Int]

  private static let words: [[String]] = [
    ["on", "off"], ["400", "401", "403", "404", "405", "413", "500", "502", "503", "504"],
    ["=", "=200", "=503", "=404", "=302"], ["last", "break", "redirect", "permanent"], ["=", "^~", "~", "~*"],
    ["301", "302", "307", "308"], ["@n1", "@n2", "@n3"], ["GET", "POST", "PUT"], ["any", "all"],
    ["0", "1", "10", "1k"],
    ["/502.html", "/404.html", "/a/b", "/err/502.html", "/pages/502.html", "/up/x", "/dir/", "/missing"],
    ["$uri", "$uri/", "$uri.html", "/pages$uri", "=404"], ["$host", "$uri", "$args", "$request_method", "$status"],
    ["files", "files/pages", "files/a", "html"], ["html", "err", "pages", "a", "b"],
  ]
  private static let lines = [
    "internal", "deny all", "return 503", "return 404", "error_page 502 504 /404.html", "error_page 404 = /502.html",
    "proxy_intercept_errors on", "recursive_error_pages on", "client_max_body_size 10", "root files/pages",
    "try_files $uri =404", "satisfy any", "auth_basic x", "absolute_redirect off", "index none.html", "autoindex on",
  ]
  /// What everything depends on, or nothing that a visitor sees.
  private static let fixed = [
    "listen", "daemon", "pid", "error_log", "access_log", "events", "http", "worker_processes", "worker_connections",
    "server_names_hash_bucket_size", "set_real_ip_from", "real_ip_header", "real_ip_recursive", "keepalive_timeout",
  ]

  mutating func change(_ old: [Statement]) -> [Statement]? {
    let places = old.places.filter { place in
      let name = old[place: place].name
      return !Self.fixed.contains(name) && !name.hasSuffix("_timeout") && !name.hasSuffix("_temp_path")
    }
    guard let place = places.randomElement(using: &random) else { return nil }
    var new = old
    let kind = random.number(0...9)
    var copy = self
    new.edit(place) { list, index in
      switch kind {
      case 0: list.remove(at: index)
      case 1:
        let line = copy.random.pick(Self.lines).split(separator: " ").map(String.init)
        list.insert(Statement(line), at: index)
      case 2 where list.count > 1: list.swapAt(index, index == 0 ? 1 : index - 1)
      default: copy.changeWord(of: &list[index])
      }
    }
    random = copy.random
    return new.text() == old.text() ? nil : new
  }

  private mutating func changeWord(of statement: inout Statement) {
    guard statement.words.count > 1 else { return }
    let index = random.number(1...(statement.words.count - 1))
    let word = statement.words[index]
    if let port = ports.first(where: { word.contains(":\($0)") }) {
      statement.words[index] = word.replacing(":\(port)", with: ":\(random.pick(ports.filter { $0 != port }))")
    } else if let group = Self.words.filter({ $0.contains(word) }).randomElement(using: &random) {
      statement.words[index] = random.pick(group.filter { $0 != word })
    } else if random.chance(30), statement.words.count > 2 {
      statement.words.remove(at: index)
    } else {
      let bare = Array(word)
      let at = random.number(0...(bare.count - 1))
      guard bare[at].isLetter || bare[at].isNumber else { return }
      statement.words[index] = String(bare[..<at] + (random.chance(50) ? [] : ["b"]) + bare[(at + 1)...])
    }
  }
}
