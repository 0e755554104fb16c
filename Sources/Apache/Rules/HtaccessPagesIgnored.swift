import Checks
import Diagnostics
import ProxyConfig

/// Finds pages in a `.htaccess` that httpd does not read.
struct HtaccessPagesIgnored: ApacheRule {
  static let description = RuleDescription(
    id: "htaccess-pages-ignored", severity: .warning, isAboutText: true,
    summary: "the folder's .htaccess names error pages, and AllowOverride None keeps httpd from reading it",
    rationale: """
      With AllowOverride None httpd does not look for .htaccess at all, and says nothing of one that is there. The ErrorDocument \
      lines in it have no effect.
      """,
    failing: [
      .apache(
        """
        DocumentRoot /srv/www
        <Directory /srv/www>
            Require all granted
            ⟦AllowOverride None⟧
        </Directory>
        """, files: ["/srv/www/.htaccess": "ErrorDocument 404 /404.html\n"])
    ],
    passing: [
      .apache(
        """
        DocumentRoot /srv/www
        <Directory /srv/www>
            Require all granted
            AllowOverride FileInfo
        </Directory>
        """, files: ["/srv/www/.htaccess": "ErrorDocument 404 /404.html\n"])
    ])

  func check(_ project: ApacheProject, into report: inout Report) {
    for server in project.model.servers {
      guard let root = server.documentRoot else { continue }
      let folder = root.last == UInt8(ascii: "/") ? root : root + "/"
      // Deeper sections stand later and win.
      var allowed = server.settings.allowOverride
      for section in server.directories {
        if case .prefix(let path) = section.match, folder.hasPrefix(path) {
          allowed = section.settings.allowOverride ?? allowed
        }
      }
      guard let allowed, allowed.classes.isEmpty, allowed.names.isEmpty, let place = allowed.place else { continue }
      for name in server.accessFile {
        let path = (folder + ByteText(name)).string
        guard let bytes = try? project.machineFiles.read(path),
          String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).contains(where: {
            String($0).trimmingBlanks.lowercased().hasPrefix("errordocument")
          })
        else { continue }
        report.add(
          finding(
            "\(path) names error pages, and is not read", at: place,
            help: "write AllowOverride FileInfo, or move the ErrorDocument lines here"))
      }
    }
  }
}
