import Diagnostics

/// The names that certificates are made for (`certmagic.SubjectQualifiesForCert`).
enum CaddySubjects {
  /// A stray brace or word that became a site's address is found here.
  static func check(_ site: CaddyAdapter.Site, _ adaptation: CaddyAdaptation, httpPort: Int) throws(CaddyRefusal) {
    guard !site.hasIssuer, !adaptation.options.hasLocalCertificates else { return }
    let http = ByteText(String(httpPort))
    guard site.addresses.contains(where: { $0.scheme != "http" }) else { return }
    for (address, key) in zip(site.addresses, site.keys) {
      guard !address.host.isEmpty, address.scheme != "http", address.port != http else { continue }
      guard qualifies(address.host) else {
        throw CaddyRefusal("\(address.host) is no name that a certificate can be made for", at: key.place)
      }
    }
  }

  private static func qualifies(_ name: ByteText) -> Bool {
    !name.hasPrefix(".") && !name.hasSuffix(".") && (!name.contains("*") || name.hasPrefix("*.") || name == "*")
      && !name.contains { "()[]{}<> \t\n\"\\!@#$%^&|;'+=".utf8.contains($0) }
  }
}
