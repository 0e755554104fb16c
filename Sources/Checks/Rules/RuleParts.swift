import Diagnostics

/// A rule's part for nginx.
protocol NginxRule: Rule {
  func check(_ project: NginxProject, into report: inout Report)
}

/// A rule's part for Caddy.
protocol CaddyRule: Rule {
  func check(_ project: CaddyProject, into report: inout Report)
}

// Which part runs is settled when the program is compiled: to ask a value whether its type conforms to a protocol, and be told
// no, takes a search through all conformances of the program.

extension NginxRule {
  func judge(_ loaded: some LoadedProxy, into report: inout Report) {
    if let project = loaded as? NginxProject { check(project, into: &report) }
  }
}

extension CaddyRule {
  func judge(_ loaded: some LoadedProxy, into report: inout Report) {
    if let project = loaded as? CaddyProject { check(project, into: &report) }
  }
}

extension NginxRule where Self: CaddyRule {
  func judge(_ loaded: some LoadedProxy, into report: inout Report) {
    if let project = loaded as? NginxProject { return check(project, into: &report) }
    if let project = loaded as? CaddyProject { check(project, into: &report) }
  }
}

extension NginxRule where Self: CaddyRule & SharedRule {
  func judge(_ loaded: some LoadedProxy, into report: inout Report) {
    if let project = loaded as? NginxProject { return check(project, into: &report) }
    if let project = loaded as? CaddyProject { return check(project, into: &report) }
    check(loaded, into: &report)
  }
}

extension CaddyRule where Self: SharedRule {
  func judge(_ loaded: some LoadedProxy, into report: inout Report) {
    if let project = loaded as? CaddyProject { return check(project, into: &report) }
    check(loaded, into: &report)
  }
}

extension NginxRule where Self: SharedRule {
  func judge(_ loaded: some LoadedProxy, into report: inout Report) {
    if let project = loaded as? NginxProject { return check(project, into: &report) }
    check(loaded, into: &report)
  }
}
