internal import Content
internal import Escaping

/// What a host has to know of the site besides its files: the headers every page is sent with, and where old addresses
/// lead. In the form of each host: `_headers` and `_redirects` lie in the site itself, for Netlify, Cloudflare Pages and
/// those that took their form over; the others are for a server's configuration, beside the site.
struct Hosting {
  /// The folder beside `site/`.
  static let folder = "site-config"

  /// An old address and the present one, as paths from the server's root, decoded and without the trailing slash of a
  /// page.
  struct Move {
    let old: String
    let isPage: Bool
    /// Percent-encoded.
    let new: String
  }

  let root: String
  let headers: [(name: String, value: String)]
  let moves: [Move]

  init(_ world: World) {
    let root = world.site.settings.baseURL.map { Address.path(ofBaseURL: $0) } ?? "/"
    self.root = root
    headers = [
      ("Content-Security-Policy", ContentPolicy(world: world).text), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "strict-origin-when-cross-origin"),
    ]
    moves = world.editions.flatMap { edition in
      edition.entries.filter(\.isTranslated).flatMap { entry in
        entry.article.aliases.map { alias in
          Move(
            old: root + (alias.isPage ? String(alias.text.dropLast()) : alias.text), isPage: alias.isPage,
            new: root + URLText.path(edition.place(entry.article.path).text))
        }
      }
    }
  }

  /// Files inside the site.
  var inSite: [OutputFile] {
    [OutputFile(path: "_headers", text: netlifyHeaders)]
      + (moves.isEmpty ? [] : [OutputFile(path: "_redirects", text: netlifyRedirects)])
  }

  /// Files beside the site, by their whole path.
  var beside: [OutputFile] {
    [("apache.conf", apache), ("nginx.conf", nginx), ("site.caddy", caddy)].map { name, text in
      OutputFile(path: "\(Self.folder)/\(name)", text: text)
    }
  }

  private var netlifyHeaders: String {
    "/*\n" + headers.map { "  \($0.name): \($0.value)\n" }.joined()
  }

  private var netlifyRedirects: String {
    moves.map { "\(URLText.path($0.old))\($0.isPage ? "/" : "") \($0.new) 301\n" }.joined()
  }
}
