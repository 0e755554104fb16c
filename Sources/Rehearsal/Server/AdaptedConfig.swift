import Foundation

/// Caddy's configuration as Caddy itself puts it into JSON, changed so that it can be played in private.
enum AdaptedConfig {
  private typealias Object = [String: Any]

  /// - Parameter json: what `caddy adapt` prints, or a configuration that is JSON already.
  /// - Returns: the same that asks no authority for certificates and does not look after its upstreams' health, and whether
  ///   it did that; nil when it is no configuration of a server for HTTP.
  static func playable(_ json: Data) -> (json: Data, hadHealthChecks: Bool)? {
    guard var config = (try? JSONSerialization.jsonObject(with: json)) as? Object,
      var apps = config["apps"] as? Object, let http = apps["http"] as? Object
    else { return nil }
    signOwnCertificates(&apps)
    apps["http"] = withoutHealthChecks(http)
    config["apps"] = apps
    guard let changed = try? JSONSerialization.data(withJSONObject: config) else { return nil }
    return (changed, json.firstRange(of: Data("\"health_checks\"".utf8)) != nil)
  }

  /// Inside, nobody can be asked for a certificate, and without one no visitor over TLS would get any answer.
  private static func signOwnCertificates(_ apps: inout Object) {
    let issuers: [Object] = [["module": "internal"]]
    var tls = apps["tls"] as? Object ?? [:]
    var automation = tls["automation"] as? Object ?? [:]
    var policies = automation["policies"] as? [Object] ?? []
    for index in policies.indices { policies[index]["issuers"] = issuers }
    if !policies.contains(where: { $0["subjects"] == nil }) { policies.append(["issuers": issuers]) }
    automation["policies"] = policies
    tls["automation"] = automation
    apps["tls"] = tls
    // Else it would ask for the password of whoever may change what this machine trusts.
    var authorities = apps["pki"] as? Object ?? [:]
    var all = authorities["certificate_authorities"] as? Object ?? [:]
    var local = all["local"] as? Object ?? [:]
    local["install_trust"] = false
    all["local"] = local
    authorities["certificate_authorities"] = all
    apps["pki"] = authorities
  }

  private static func withoutHealthChecks(_ value: Any) -> Any {
    if let list = value as? [Any] { return list.map(withoutHealthChecks) }
    guard var object = value as? Object else { return value }
    if var checks = object["health_checks"] as? Object {
      checks["active"] = nil
      object["health_checks"] = checks
    }
    return object.mapValues(withoutHealthChecks)
  }
}
